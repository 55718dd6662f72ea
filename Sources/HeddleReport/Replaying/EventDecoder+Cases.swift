// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension EventDecoder {
    func runStart() throws(Diagnostic) -> RunStartEvent {
        RunStartEvent(
            files: try texts("files"), seed: try ifThere("seed", integer), shard: try ifThere("shard", object)?.shard(),
            jobs: try integer("jobs"), origin: try ifThere("origin", object)?.origin())
    }

    private func shard() throws(Diagnostic) -> RunStartEvent.Shard {
        let (index, count): (Int, Int) = (try integer("index"), try integer("count"))
        guard count >= 1, 1...count ~= index else {
            throw .unexpected("a part from 1 to the count of the parts", at: try node("index"))
        }
        return RunStartEvent.Shard(index: index, of: count, division: try has("mark") ? division() : nil)
    }

    private func division() throws(Diagnostic) -> RunStartEvent.Division {
        RunStartEvent.Division(
            cases: try integer("cases"), total: try integer("total"), mark: try text("mark"),
            run: try ifThere("run", text))
    }

    private func origin() throws(Diagnostic) -> RunOrigin {
        RunOrigin(
            date: try text("date"), host: try text("host"), system: try text("system"),
            processors: try integer("processors"), version: try text("version"))
    }

    func summary() throws(Diagnostic) -> Summary {
        var summary = Summary()
        summary.returned = try ifThere("returned", integer) ?? 0
        summary.failed = try ifThere("failed", integer) ?? 0
        summary.skipped = try ifThere("skipped", integer) ?? 0
        if let expectations = try ifThere("expectations", object) {
            summary.expectationsHeld = try expectations.integer("held")
            summary.expectationsFailed = try expectations.integer("failed")
        }
        if let cases = try ifThere("cases", object) {
            for outcome in CaseOutcome.allCases {
                summary.cases[outcome] = try cases.ifThere(outcome.rawValue, cases.integer)
            }
        }
        if let calls: Int = try ifThere("calls", integer), has("returned"), calls != summary.calls {
            throw .unexpected(
                "\(summary.calls), the sum of what returned, failed and was skipped", at: try node("calls"))
        }
        summary.status = try ifThere("status", exitStatus)
        summary.statusOfParts = try ifThere("statusOfParts", exitStatus)
        return summary
    }

    private func exitStatus(_ name: String) throws(Diagnostic) -> ExitStatus {
        let number: Int32 = try integer(name)
        if let status = ExitStatus(rawValue: number) { return status }
        throw .unexpected("an exit status of Heddle", at: try node(name))
    }

    func caseEvent() throws(Diagnostic) -> CaseEvent {
        CaseEvent(
            id: try text("id"), name: try text("name"), tags: try texts("tags"), range: try place(),
            attempt: try integer("attempt"), worker: Int(try integer("worker") as UInt32),
            start: try ifThere("start", integer), family: try ifThere("family", text),
            row: try ifThere("row", members) ?? [])
    }

    func caseEnding() throws(Diagnostic) -> CaseEnding {
        CaseEnding(
            try word("outcome", among: CaseOutcome.allCases), reason: try ifThere("reason", text),
            nanoseconds: try integer("ns"), isRetried: try ifThere("retried", bool) ?? false,
            isUnjudged: try ifThere("unjudged", bool) ?? false, rerun: try ifThere("rerun", text))
    }

    func output() throws(Diagnostic) -> OutputEvent {
        OutputEvent(
            try word("stream", among: [.output, .error] as [OutputEvent.Stream]), try text("text"), worker: try worker)
    }
}
