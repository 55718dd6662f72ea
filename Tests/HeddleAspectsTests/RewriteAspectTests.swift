// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("rewrite")
struct RewriteAspectTests {
    private let catalog = AspectCatalog()

    @Test("puts constants in the place of arguments and of the result")
    func both() throws {
        let options = Value.options(["arguments": .options(["b": 9]), "result": 3])
        let body = FakeBody(.returned(7))
        let aspect = try catalog.interceptor("rewrite", options)
        #expect(FakeInterception.run(through: aspect, body: body.run) == .returned(3))
        #expect(body.calls == [[1, 9]])
    }

    @Test("leaves a failure as it is")
    func failure() throws {
        let aspect = try catalog.interceptor("rewrite", .options(["result": 3]))
        #expect(FakeInterception.run(through: aspect) { _ in failed } == failed)
        let after = try catalog.interceptor("rewrite", .options(["result": 3]), .after)
        #expect(FakeInterception.pass(after, outcome: failed).outcome == failed)
    }

    @Test("as a before rewrites arguments, as an after the result")
    func sides() throws {
        let before = try catalog.interceptor("rewrite", .options(["arguments": .options(["a": 9])]), .before)
        #expect(FakeInterception.pass(before).arguments == [9, 2])
        let after = try catalog.interceptor("rewrite", .options(["result": 3]), .after)
        #expect(FakeInterception.pass(after, outcome: .returned(7)).outcome == .returned(3))
    }

    @Test("is seen by what stands further in, and not by what stands further out")
    func nesting() throws {
        let aspect = try catalog.interceptor("rewrite", .options(["arguments": .options(["a": 9])]))
        let (outer, inner) = (Recorder(), Recorder())
        _ = FakeInterception.run(through: outer, aspect, inner)
        #expect(outer.arguments == [[1, 2], [1, 2]], "before and after")
        #expect(inner.arguments == [[9, 2], [9, 2]])
    }

    @Test("a value that turns out not to fit fails the call, and the action is not called")
    func misfit() {
        let body = FakeBody(.returned(7))
        let arguments = RewriteInterceptor(arguments: [(0, "misfit")], clock: FakeClock())
        let failure = Failure(code: "misfit", message: "rewrite has no fitting argument: text \"misfit\"")
        #expect(FakeInterception.run(through: arguments, body: body.run) == .failed(failure))
        #expect(body.calls.isEmpty)
        let result = RewriteInterceptor(result: "misfit", clock: FakeClock())
        #expect(
            FakeInterception.run(through: result)
                == .failed(Failure(code: "misfit", message: "rewrite has no fitting result: text \"misfit\"")))
    }

    @Test(
        "refuses what makes no sense",
        arguments: [
            (.options([:]), .instead, "rewrite needs \"arguments\" or \"result\", found none of them"),
            (.options(["result": 3]), .before, "before the call there is none"),
            (.options(["arguments": .options(["a": 3])]), .after, "after the call it is too late"),
            (.options(["arguments": .array([3])]), .before, "expected an object"),
            (.options(["arguments": .options([:])]), .before, "expected at least one member"),
            (.options(["arguments": .options(["c": 3])]), .before, "add takes no argument \"c\""),
            (.options(["arguments": .options(["a": "misfit"])]), .before, "a: text \"misfit\""),
            (.options(["result": "misfit"]), .after, "\"result\" of rewrite does not fit z.add: text"),
        ] as [(Value, HookPosition, String)])
    func mistakes(options: Value, position: HookPosition, words: String) {
        let found = catalog.mistake("rewrite", options, position)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
