// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A receiver of events. One may serve several aspects.
package final class EventProvider: Sendable {
    private enum Kind: Sendable {
        case events
        case action(AskedAction)
        case file(any LineWriter)
        case closure(@Sendable (String, Value) throws -> Void)
    }

    /// The name in reports of lost events.
    let name: String
    private let kind: Kind

    private init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

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

    /// True if it takes the value of an event, and not its text.
    func takesValues(_ services: AspectServices) -> Bool {
        switch kind {
        case .closure: true
        case .events: !services.makesText
        case .action, .file: false
        }
    }

    /// The file, if it is one: it takes an event at once and writes it later.
    var file: (any LineWriter)? { if case .file(let file) = kind { file } else { nil } }

    /// True if it stands for the events of the run.
    var isRun: Bool { if case .events = kind { true } else { false } }

    /// Receives an event, if it is no file; returns the reason if it is lost.
    func receive(_ event: TrackedEvent, _ services: AspectServices) -> String? {
        switch kind {
        case .file: return nil
        case .events:
            if services.makesText {
                services.announce(event.label) { event.json }
            } else {
                services.emit(event.label, event.value)
            }
            return nil
        case .closure(let receive):
            do {
                try receive(event.label, event.value)
                return nil
            } catch {
                return Failure(error).excerpt
            }
        case .action(let action):
            let arguments = action.signature.given.count == 1 ? [event.line] : [event.label, event.line]
            guard case .failed(let failure) = action.call(arguments.map(Value.string)) else { return nil }
            return failure.excerpt
        }
    }
}
