// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization

/// The notes of hooks and actions of a test: modules write through the host's events, closures directly.
final class Trace: Sendable {
    private let state = Mutex("")
    private let messages = Mutex<[String]>([])
    private let actions = Mutex<[String: HostServices.Found]>([:])

    var text: String { state.withLock { $0 } }
    var log: [String] { messages.withLock { $0 } }

    func write(_ text: String) { state.withLock { $0 += text } }

    /// Makes an action known to modules that look it up, with the names that its declaration uses.
    func publish(_ action: Action, _ scope: DeclarationScope = DeclarationScope()) {
        actions.withLock { $0[action.name.description] = (action, scope) }
    }

    /// A piece that writes a text.
    func piece(_ text: String) -> HookPiece { .closure(label: text) { [self] _ in write(text) } }

    /// Runs `body` with this as the host of the modules that it calls, and returns what was written.
    func record(_ body: () throws -> Void) throws -> String {
        state.withLock { $0 = "" }
        let services = HostServices(
            log: { [self] message in messages.withLock { $0.append("\(message.level): \(message.text)") } },
            emit: { [self] event, json in write(event + (json.map { "=\($0)" } ?? "")) },
            find: { [self] name in actions.withLock { $0[name] } })
        try services.serve(body)
        return text
    }
}
