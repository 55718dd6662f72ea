// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import InMemoryLogging
import Logging
import Synchronization
import Workbench

/// A host with the fixtures on its module path, and what it logs.
struct Bench {
    let host: ModuleHost
    let handler = InMemoryLogHandler()

    /// - Parameter modules: the modules to load, by their names on the module path.
    init(_ modules: String...) throws {
        let handler = handler
        host = ModuleHost(modulePath: [try BuiltModules.probes], logger: Logger(label: "test") { _ in handler })
        for module in modules { try host.module(module) }
    }

    /// The log, a line for each message.
    var log: [String] { handler.entries.map { "\($0.level): \($0.message)" } }

    /// Calls an action of the fixture `probe`.
    func call(_ action: String, _ arguments: Value...) throws -> CallResult {
        try host.call(ActionName(module: "probe", action: action), with: arguments)
    }

    /// Calls an action that has to return something.
    func result(_ action: String, _ arguments: Value...) throws -> Value {
        let called = try host.call(ActionName(module: "probe", action: action), with: arguments)
        switch called.outcome {
        case .returned(let value): return value ?? .null
        case .failed(let failure): throw failure
        }
    }
}

/// The notes that hooks of a test write, from any thread.
final class Trace: Sendable {
    private let letters = Mutex("")

    var text: String { letters.withLock { $0 } }
    func note(_ text: String) { letters.withLock { $0 += text } }
}

extension CallResult {
    /// The result; nil unless the call returned one.
    var result: Value? { if case .returned(let value) = outcome { value } else { nil } }
    /// Why it failed, where it did.
    var failure: Failure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

/// The message that a body throws.
func message(of body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let mistake as Diagnostic {
        return mistake.message
    } catch let mistakes as Diagnostics {
        return mistakes.all.map(\.message).joined(separator: "; ")
    } catch {
        return "\(error)"
    }
}
