// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension EventDecoder {
    func runStart() throws(Diagnostic) -> RunStartEvent {
        RunStartEvent(
            files: try texts("files"), seed: try ifThere("seed", integer), shard: try shard(),
            jobs: try integer("jobs"))
    }

    private func shard() throws(Diagnostic) -> RunStartEvent.Shard? {
        guard has("shard") else { return nil }
        let shard = try object("shard")
        return RunStartEvent.Shard(index: try shard.integer("index"), of: try shard.integer("count"))
    }

    func caseEvent() throws(Diagnostic) -> CaseEvent {
        CaseEvent(
            id: try text("id"), name: try text("name"), tags: try texts("tags"), range: try place(),
            attempt: try integer("attempt"), worker: try integer("worker"), start: try ifThere("start", integer))
    }

    func caseEnding() throws(Diagnostic) -> CaseEnding {
        CaseEnding(
            try word("outcome", among: CaseOutcome.allCases), reason: try ifThere("reason", text),
            nanoseconds: try integer("ns"), isRetried: try ifThere("retried", bool) ?? false,
            rerun: try ifThere("rerun", text))
    }

    func output() throws(Diagnostic) -> OutputEvent {
        OutputEvent(
            try word("stream", among: [.output, .error] as [OutputEvent.Stream]), try text("text"), worker: try worker)
    }
}
