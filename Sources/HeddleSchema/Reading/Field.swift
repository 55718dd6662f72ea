// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleJSON

/// A value in its place, which messages name.
package struct Field: Sendable {
    /// The key that the value stands under.
    package let key: String
    /// The object that has the key, as a sentence names it: `a hook`.
    package let owner: String
    /// The value.
    package let node: JSONNode
    /// True if the value is an element of the list under the key.
    package let isElement: Bool

    /// Creates a field.
    package init(key: String, owner: String, node: JSONNode, isElement: Bool = false) {
        self.key = key
        self.owner = owner
        self.node = node
        self.isElement = isElement
    }

    /// The place of the value.
    package var range: SourceRange { node.range }

    /// The place as the subject of a sentence.
    package var place: String { "\(isElement ? "an element of " : "")\"\(key)\" of \(owner)" }

    /// An element of the list under the key.
    package func element(_ node: JSONNode) -> Field {
        Field(key: key, owner: owner, node: node, isElement: true)
    }

    /// A member of the object under the key.
    package func member(_ member: JSONObject.Member) -> Field {
        Field(key: member.name, owner: "\"\(key)\"", node: member.value)
    }
}
