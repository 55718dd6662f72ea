// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
internal import HeddleDiagnostics
internal import Synchronization

/// Answers calls of actions that no module of a host has.
final class Fallback: Sendable {
    /// A structure around the closure. A `Mutex` of a bare closure would wrap the closure again at each read.
    private struct Answer {
        let body: @Sendable (ActionName, [Value]) throws -> Value?
    }

    private let answer = Mutex<Answer?>(nil)

    func set(_ body: (@Sendable (ActionName, [Value]) throws -> Value?)?) {
        let former = answer.withLock { answer in
            defer { answer = body.map(Answer.init) }
            return answer
        }
        withExtendedLifetime(former) {}
    }

    /// The result of a call that could not be prepared; nil if there is no fallback, or if the action is there.
    func answer(for name: ActionName, _ arguments: [Value], missing mistake: Diagnostic) -> CallResult? {
        guard [.module(.unknown), .action(.missing)].contains(mistake.code), let answer = answer.withLock({ $0 }) else {
            return nil
        }
        let outcome: Outcome
        do { outcome = .returned(try answer.body(name, arguments)) } catch { outcome = .failed(Failure(thrown: error)) }
        return CallResult(action: name, outcome: outcome, out: [], errno: 0)
    }
}

extension ModuleHost {
    /// Sets a closure that answers calls by name of actions that no module has; nil for none.
    ///
    /// ```swift
    /// host.setFallback { name, arguments in "there is no \(name)" }
    /// ```
    ///
    /// It answers ``call(_:with:)`` and its forms with arguments by position, on the calling thread, and without hooks.
    /// Prepared calls, behaviours and calls that modules make do not reach it.
    ///
    /// - Parameter body: returns the result, nil for `void`. An error that it throws is the failure of the call.
    public func setFallback(_ body: (@Sendable (ActionName, [Value]) throws -> Value?)?) { fallback.set(body) }
}
