// SPDX-License-Identifier: Apache-2.0

import CCallBarrier
import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A call ends")
struct OutcomeTests {
    private func throwing(_ kind: Int64) throws -> Failure? {
        let action = try Fixture("Throwing").action("throw_one")
        return try action.call(.number(.integer(Int128(kind)))).failure
    }

    @Test("with the errno of the action, which found none")
    func errno() throws {
        let numbers = try Fixture("Numbers")
        #expect(try numbers.action("set_errno").call(13).errno == 13)
        #expect(try numbers.action("set_errno").call(0).errno == 0)
        #expect(try numbers.action("entry_errno").call().result == 0)
    }

    @Test("as failed where its declaration's condition does not hold")
    func success() throws {
        let action = try Fixture("Numbers").action("at_least_zero")
        #expect(try action.call(0).result == 0)
        let failed = try action.call(-3)
        #expect(failed.result == nil)
        #expect(
            failed.failure
                == Failure(.unsuccessful, "it returned -3; its declaration says that success is return >= 0"))
    }

    @Test("as failed where the action says so")
    func said() throws {
        let weaving = try Fixture("Weaving")
        let reply = try weaving.action("refuse").call(1)
        #expect(
            reply
                == Reply(
                    result: nil, out: [], errno: 0, failure: Failure(code: "refused", message: "it will not do it")))
        let twice = try weaving.action("refuse_twice").call(1).failure
        let first = Failure(code: "first", message: "one reason")
        #expect(twice == Failure(.failed, "", suppressed: [first]))
    }

    @Test(
        "as failed where an exception leaves the action, with its type and text",
        arguments: [
            (1, "std::runtime_error: out of paper"), (2, "(anonymous namespace)::own_error: that is not logical"),
            (3, "char const*: just a text"), (4, "int"), (5, "(anonymous namespace)::peculiar"),
            (7, "(anonymous namespace)::without_text"),
        ])
    func exceptions(kind: Int64, message: String) throws {
        #expect(try throwing(kind) == Failure(.exception, message))
    }

    @Test("with the text of the outer one of two exceptions")
    func nestedException() throws {
        let failure = try #require(try throwing(6))
        #expect(failure.message.hasSuffix(": the effect"))
    }

    @Test("with an exception, which suppresses what was said before")
    func saidAndThrown() throws {
        let said = Failure(code: "said", message: "said before it threw")
        #expect(
            try throwing(8)
                == Failure(.exception, "std::runtime_error: thrown", suppressed: [said]))
    }

    @Test("with the errno of the call that threw, not of one before")
    func exceptionErrno() throws {
        let call = try PreparedCall(Fixture("Throwing").action("throw_one"))
        #expect(call.encode([1]).isEmpty)
        #expect(!call.invoke())
        #expect(call.savedErrno == 33)
    }

    @Test("with every destructor run, also of calls that do not fit into registers")
    func unwinding() throws {
        let fixture = try Fixture("Throwing")
        let before = try fixture.action("times_unwound").call().result
        let failure = try fixture.action("throw_from_the_stack").call(.decimal("1.5"), 2, 3, "odd").failure
        #expect(failure?.message == "std::invalid_argument: odd")
        guard case .number(.integer(let count))? = before else {
            throw Fixture.NotDeclared(name: "\(String(describing: before))")
        }
        #expect(try fixture.action("times_unwound").call().result == .whole(count + 1))
    }

    @Test("without what was said while no call ran")
    func saidOutside() throws {
        unsafe heddle_fail_current("outside", "nobody listens")
        #expect(try Fixture("Throwing").action("throw_one").call(0).failure == nil)
    }

    @Test("as if nothing had been, once the next call of the same kind returns")
    func recovery() throws {
        let call = try PreparedCall(Fixture("Throwing").action("throw_one"))
        for kind in [1, 0, 8, 0] as [Int64] {
            #expect(call.encode([.value(.number(.integer(Int128(kind))))]).isEmpty)
            #expect(call.invoke() == (kind == 0))
            #expect((call.failure == nil) == (kind == 0))
            #expect(call.result == (kind == 0 ? 0 : nil))
        }
    }
}
