// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

extension EventDecoder {
    func call() throws(Diagnostic) -> CallEvent {
        var call = CallEvent(
            index: try integer("index"), call: try action("call"), arguments: try values("with"),
            status: try callStatus())
        call.worker = try worker
        if case .skipped = call.status { return call }
        call.out = try members("out")
        call.errno = try integer("errno")
        call.nanoseconds = try integer("ns")
        call.start = try ifThere("start", integer)
        call.hooks = try ifThere("hooks", texts) ?? []
        call.function = try ifThere("function", value)
        call.circumstances = try circumstances()
        return call
    }

    private enum CallStatus: String, CaseIterable {
        case returned, failed, skipped
    }

    private func callStatus() throws(Diagnostic) -> CallEvent.Status {
        switch try word("status", among: CallStatus.allCases) {
        case .returned: .returned(try ifThere("result", value))
        case .failed: .failed(try object("failure").failure())
        case .skipped: .skipped(reason: try text("reason"))
        }
    }

    private func failure() throws(Diagnostic) -> Failure {
        var suppressed: [Failure] = []
        for object in try objects("suppressed") { suppressed.append(try object.failure()) }
        return Failure(
            code: try text("code"), message: try text("message"), suppressed: suppressed,
            hook: try ifThere("hook", text))
    }

    func expectation() throws(Diagnostic) -> ExpectationEvent {
        ExpectationEvent(
            index: try integer("index"), path: try text("path"), isHeld: try bool("held"),
            expected: try value("expected"), condition: try ifThere("condition", text),
            actual: try ifThere("actual", value), range: try place(), worker: try worker,
            circumstances: try circumstances())
    }

    func emitted() throws(Diagnostic) -> EmittedEvent {
        EmittedEvent(
            name: try text("name"), value: try ifThere("value", value), call: try ifThere("call", action),
            worker: try worker)
    }

    func logged() throws(Diagnostic) -> LoggedEvent {
        LoggedEvent(
            try word("level", among: MessageLevel.allCases), try text("message"),
            from: try ifThere("module", text), worker: try worker)
    }

    func finding() throws(Diagnostic) -> FindingEvent {
        FindingEvent(
            aspect: try text("aspect"), hook: try ifThere("hook", text), action: try action("action"),
            facts: try members("facts"), worker: try worker)
    }
}
