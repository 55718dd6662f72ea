// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
public import HeddleDeclarations
internal import Synchronization

/// A background hook around one action: what it does with the action's calls, and what became of them.
@safe final class BackgroundHook: Sendable {
    private struct Failures {
        var count = 0
        var first: Failure?
    }

    let action: ActionName
    private let pieces: [BackgroundPiece]
    /// The parts of a call that the C functions among the pieces read; nil without any.
    private let extent: CallExtent?
    private let looks: Bool
    private let seen = Atomic(0)
    private let dropped = Atomic(0)
    private let failures = Mutex(Failures())

    init(_ pieces: [BackgroundPiece], of action: ActionName) {
        self.pieces = pieces
        self.action = action
        let extents = pieces.compactMap(\.extent)
        extent = extents.first.map { extents.dropFirst().reduce($0) { $0.joined(with: $1) } }
        looks = extents.count < pieces.count
    }

    /// Copies what the pieces need of a call.
    func copy(_ call: NativeCall) -> BackgroundJob {
        BackgroundJob(
            hook: self, values: looks ? EndedCall(call) : nil, memory: extent.map { CallCopy(call, $0) })
    }

    /// Shows a call to the pieces, the innermost first.
    func show(_ job: BackgroundJob) {
        seen.add(1, ordering: .relaxed)
        for piece in pieces.reversed() { run(piece, job) }
    }

    private func run(_ piece: BackgroundPiece, _ job: BackgroundJob) {
        let failure = CrashReport.noting("the background hook \(piece.label) of \(action)") { () -> Failure? in
            switch piece.work {
            case .look(let look):
                job.values.map(look)
                return nil
            case .run(let run, _): return job.memory?.withCall(run)
            }
        }
        if let failure { note(failure) }
    }

    private func note(_ failure: Failure) {
        failures.withLock { failures in
            failures.count += 1
            failures.first = failures.first ?? failure
        }
    }

    /// Notes that a call was not seen.
    func drop() { dropped.add(1, ordering: .relaxed) }

    /// The counts of calls since the last request.
    func takeCounts() -> BackgroundCounts {
        let failures = failures.withLock { failures in
            defer { failures = Failures() }
            return failures
        }
        return BackgroundCounts(
            action: action, seen: seen.exchange(0, ordering: .relaxed),
            dropped: dropped.exchange(0, ordering: .relaxed),
            failed: failures.count, firstFailure: failures.first)
    }
}

/// A call that a background hook is still to see.
struct BackgroundJob: Sendable {
    let hook: BackgroundHook
    let values: EndedCall?
    let memory: CallCopy?
}

/// The counts of one action's calls in a background hook.
public struct BackgroundCounts: Hashable, Sendable {
    /// The action.
    public let action: ActionName
    /// The number of calls that the hook has seen.
    public let seen: Int
    /// The number of calls that it has missed, because its queue was full or it was too slow.
    public let dropped: Int
    /// The number of failures of C functions in it. They do not change the call.
    public let failed: Int
    /// The first of these failures.
    public let firstFailure: Failure?
}

extension BackgroundPiece {
    fileprivate var extent: CallExtent? { if case .run(_, let extent) = work { extent } else { nil } }
}
