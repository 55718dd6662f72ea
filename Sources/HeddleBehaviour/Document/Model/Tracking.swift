// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleJSON

/// The parts of `tracking`: who receives events, and the calls about which they are sent.
///
/// The sections of a file and of those that it includes count as one: each event goes to the providers of them all.
package enum Tracking {
    /// A receiver of events that has a name.
    package struct Provider: Sendable {
        /// The name; no other provider of the file has it.
        package let name: Located<String>
        /// The provider as it is written; the aspect `track` reads it.
        package let node: JSONNode
    }

    /// A call about which an event is sent. Each is a hook of the behaviour.
    package struct Entry: Sendable {
        /// The two lists of the section.
        package enum Kind: String, CaseIterable, Sendable {
            case screens
            case events
        }

        /// The list that it stands in.
        package let kind: Kind
        /// The module; the behaviour has it.
        package let module: Located<String>
        /// The actions, each at the place that names it: the tracked one, and that from whose end time is measured.
        package let actions: [Located<String>]
        /// The entry as it is written.
        package let node: JSONNode

        /// The tracked action.
        package var action: String { actions[0].value }
    }
}
