// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A receiver of events. One may serve several aspects.
package struct EventProvider: Sendable {
    private enum Kind: Sendable {
        case events
        case action(AskedAction)
        case file(any LineWriter)
        case closure(@Sendable (String, Value) throws -> Void)
    }

    /// The name in reports of lost events.
    let name: String
    private let kind: Kind

    /// The events of the run.
    package static let events = EventProvider(name: "events", kind: .events)

    /// An action that takes the event as JSON, optionally with the label before it.
    static func action(_ name: String, _ action: AskedAction) -> EventProvider {
        EventProvider(name: name, kind: .action(action))
    }

    /// A file, with one line for each event.
    static func file(_ path: String, _ file: any LineWriter) -> EventProvider {
        EventProvider(name: path, kind: .file(file))
    }

    /// A closure that takes the label and the event without it. An event is lost if the closure throws.
    package static func closure(
        _ name: String, _ receive: @escaping @Sendable (String, Value) throws -> Void
    ) -> EventProvider {
        EventProvider(name: name, kind: .closure(receive))
    }

    /// The reason why an action cannot receive events; nil if it can.
    package static func objection(to signature: Signature) -> String? {
        let given = signature.givenParameters.map(\.crossing)
        if (1...2).contains(given.count), given.allSatisfy(\.isText), !signature.isVariadic { return nil }
        return "it must take the event as JSON text, and may take the label as a text before that"
    }

    /// Receives an event; returns the reason if it is lost.
    func receive(_ event: TrackedEvent, _ services: AspectServices) -> String? {
        switch kind {
        case .events:
            services.emit(event.label, event.value)
            return nil
        case .closure(let receive):
            do {
                try receive(event.label, event.value)
                return nil
            } catch {
                return Failure(error).excerpt
            }
        case .file(let file): return file.append(event.line)
        case .action(let action):
            let arguments = action.signature.given.count == 1 ? [event.line] : [event.label, event.line]
            guard case .failed(let failure) = action.call(arguments.map(Value.string)) else { return nil }
            return failure.excerpt
        }
    }
}

/// An event, whose text is made once for all providers.
final class TrackedEvent {
    let label: String
    let value: Value
    /// The event with its label, as JSON.
    private(set) lazy var line = Value.object([Value.Member("label", .string(label))] + members).json
    private let members: [Value.Member]

    init(_ label: String, _ action: ActionName, _ data: [Value.Member]) {
        self.label = label
        members = [Value.Member("action", .string(action.description)), Value.Member("data", .object(data))]
        value = .object(members)
    }
}
