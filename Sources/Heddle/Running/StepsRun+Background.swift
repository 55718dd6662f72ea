// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport

extension StepsRun {
    /// Waits until the background hooks have seen all calls, and tells what became of these.
    ///
    /// - Returns: true if all were done in time.
    func finishBackground() -> Bool {
        var isDone = true
        for hook in hooks {
            guard let background = hook.background else { continue }
            if !background.queue.drain() {
                isDone = false
                events.receive(.diagnostic(.notDone(background)))
            }
            for counts in background.queue.takeCounts() where counts.seen + counts.dropped > 0 {
                tell(counts, hook, background)
            }
        }
        return isDone
    }

    private func tell(_ counts: BackgroundCounts, _ hook: HookSpec, _ background: HookSpec.Background) {
        events.receive(
            .finding(
                FindingEvent(
                    aspect: "background", hook: hook.name, action: counts.action,
                    facts: [
                        .init("seen", .number(.integer(Int128(counts.seen)))),
                        .init("dropped", .number(.integer(Int128(counts.dropped)))),
                        .init("failed", .number(.integer(Int128(counts.failed)))),
                    ])))
        if counts.dropped > 0 { events.receive(.diagnostic(.dropped(counts, background))) }
        if counts.failed > 0 { events.receive(.diagnostic(.failed(counts, background))) }
    }

    /// Runs `body` while background hooks run on the threads that make the calls, as what they look at is about to go.
    func inForeground(_ body: () -> Void) {
        inForeground(hooks.compactMap { $0.background?.queue }[...], body)
    }

    private func inForeground(_ queues: ArraySlice<BackgroundQueue>, _ body: () -> Void) {
        guard let last = queues.last else { return body() }
        last.inForeground { inForeground(queues.dropLast(), body) }
    }
}

extension Diagnostic {
    /// The diagnostic of a hook that was not done with one call in time.
    fileprivate static func notDone(_ background: HookSpec.Background) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .run(.backgroundStuck),
            "the background hook took too long for one call: the run ends without it, and the instances of "
                + "modules stay as they are",
            at: background.range, suggestion: "raise \"seconds\" if it only needs longer")
    }

    /// The diagnostic of a hook that has not seen all calls.
    fileprivate static func dropped(_ counts: BackgroundCounts, _ background: HookSpec.Background) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: .run(.backgroundDropped),
            "the background hook did not see \(counted(counts.dropped, "call")) of \(counts.action)",
            at: background.range,
            suggestion: "raise \"limit\" so that more of them can wait, or make the hook faster")
    }

    /// The diagnostic of a hook whose functions failed, which changed nothing.
    fileprivate static func failed(_ counts: BackgroundCounts, _ background: HookSpec.Background) -> Diagnostic {
        let first = counts.firstFailure.map { ", first with \($0.excerpt)" } ?? ""
        return Diagnostic(
            .warning, .module, code: .run(.backgroundFailed),
            "the background hook failed after \(counted(counts.failed, "call")) of \(counts.action)\(first)",
            at: background.range)
    }
}
