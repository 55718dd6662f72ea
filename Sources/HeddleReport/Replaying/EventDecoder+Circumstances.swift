// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

extension EventDecoder {
    func circumstances() throws(Diagnostic) -> FailureContext? {
        guard has("circumstances") else { return nil }
        let object = try object("circumstances")
        var circumstances = FailureContext(
            place: try object.ifThere("at", object.text), round: try object.ifThere("round", object.integer),
            type: try object.ifThere("type", object.text),
            help: try object.ifThere("help", object.text), difference: try object.texts("difference"))
        for source in try object.objects("sources") { circumstances.sources.append(try source.source()) }
        for hook in try object.objects("hooks") { circumstances.hooks.append(try hook.hook()) }
        return circumstances
    }

    private func source() throws(Diagnostic) -> ValueSource {
        ValueSource(
            use: try text("use"), reference: try text("ref"), path: try text("path"),
            giver: try object("from").step(), isSaved: try bool("saved"),
            releaser: try ifThere("released", object)?.step())
    }

    private func step() throws(Diagnostic) -> ValueSource.Step {
        ValueSource.Step(try action("call"), at: try text("at"))
    }

    private func hook() throws(Diagnostic) -> ActiveHook {
        ActiveHook(
            name: try ifThere("name", text), origin: try text("origin"), before: try ifThere("before", texts) ?? [],
            instead: try ifThere("instead", texts) ?? [], after: try ifThere("after", texts) ?? [],
            isPaused: try ifThere("paused", bool) ?? false)
    }
}
