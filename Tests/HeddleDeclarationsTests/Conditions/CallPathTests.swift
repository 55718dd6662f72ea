// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Parts of a call") struct CallPathTests {
    /// A call that was made.
    private struct Made: ObservedCall {
        let action = ActionName(module: "z", action: "f")
        let signature: Signature
        let arguments: [Value]
        let outcome: Outcome?
        let savedErrno: Int32 = 2

        func output(_ name: String) -> Value? { name == "out" ? .number(.integer(8)) : nil }
    }

    private static let declaration = """
        typedef struct { int x; int y; } corner;
        int f(_Self_ void *self, int a, _Out_ int *out, corner at, int list[])
        """
    private let arguments: [Value] = [
        .number(.integer(1)), .object([.init("x", .number(.integer(5)))]),
        .array([.null, .string("second")]),
    ]

    private func value(_ path: String, _ outcome: Outcome? = .returned(.bool(true))) throws -> Value? {
        let signature = try signature(Self.declaration)
        return try CallPath(path, at: .after).bound(to: signature)
            .value(in: Made(signature: signature, arguments: arguments, outcome: outcome))
    }

    private func mistake(_ path: String, _ declaration: String = declaration) throws -> ConditionMistake? {
        let signature = try signature(declaration)
        do throws(ConditionMistake) {
            _ = try CallPath(path, at: .after).bound(to: signature)
            return nil
        } catch { return error }
    }

    @Test("are found by their names")
    func found() throws {
        #expect(try value("argument.a") == .number(.integer(1)))
        #expect(try value("argument.at.x") == .number(.integer(5)))
        #expect(try value("argument.list.1") == .string("second"))
        #expect(try value("argument.list[1]") == .string("second"))
        #expect(CallPath("result.corners[2].x")?.description == "result.corners[2].x")
        #expect(try value("result") == .bool(true))
        #expect(try value("errno") == .number(.integer(2)))
        #expect(try value("out.out") == .number(.integer(8)))
        #expect(try value("status") == .string("returned"))
        #expect(try value("failure") == .null)
        let failed = Outcome.failed(Failure(code: "c", message: "m"))
        #expect(try value("failure.code", failed) == .string("c"))
        #expect(try value("failure.message", failed) == .string("m"))
        #expect(try value("status", failed) == .string("failed"))
    }

    @Test("that are not there are nothing")
    func missing() throws {
        #expect(try value("argument.at.z") == nil)
        #expect(try value("argument.list.2") == nil)
        #expect(try value("argument.list.-1") == nil)
        #expect(try value("argument.a.x") == nil)
        #expect(try value("result", .failed(Failure(code: "c", message: "m"))) == nil)
        for path in ["result", "status", "failure"] { #expect(try value(path, nil) == nil) }
    }

    @Test(
        "of no such name are refused, with the nearest",
        arguments: [
            ("argument.b", "f takes no argument \"b\"", "it takes a, at, list"),
            ("argument.lits", "f takes no argument \"lits\"", "did you mean \"list\"?"),
            ("argument.out", "f takes no argument \"out\"", "it takes a, at, list"),
            ("out.a", "f has no out-parameter \"a\"", "it has out"),
            ("argument", "\"argument\" is not a part of a call", nil), ("argument.", "is not a part of a call", nil),
            ("argument.a.", "is not a part of a call", nil),
            ("args.a", "is not a part of a call", "write argument.NAME"),
            ("reslut", "is not a part of a call", "did you mean \"result\"?"),
            ("failure.cod", "is not a part of a call", nil), ("errno.x", "is not a part of a call", nil),
            ("result[x]", "is not a part of a call", nil), ("failure[0]", "is not a part of a call", nil),
            ("", "is not a part of a call", nil),
        ] as [(String, String, String?)])
    func refused(path: String, message: String, suggestion: String?) throws {
        let mistake = try mistake(path)
        #expect(mistake?.message.contains(message) == true)
        if let suggestion { #expect(mistake?.suggestion == suggestion) }
    }

    @Test(
        "before the call has run there are only arguments",
        arguments: ["result", "out.out", "errno", "failure", "status"])
    func moment(path: String) throws {
        #expect(throws: ConditionMistake.self) { try CallPath(path, at: .before) }
        #expect(try CallPath("argument.a", at: .before) == CallPath(.argument("a")))
    }

    @Test("a void action has no result")
    func void() throws {
        #expect(try mistake("result", "void f(void)")?.message == "f returns no result: it is declared as void")
    }

    @Test("a condition names what does not hold, and is refused where it never could")
    func conditions() throws {
        let signature = try signature(Self.declaration)
        let wanted = Value.object([.init("argument.a", .object([.init("gt", .number(.integer(3)))]))])
        let bound = try CallCondition(wanted, at: .before).bound(to: signature)
        let call = Made(signature: signature, arguments: arguments, outcome: nil)
        #expect(!bound.holds(for: call))
        #expect(bound.objection(to: call) == "argument.a is 1, expected greater than 3")
        let typo = Value.object([.init("argument.a", .object([.init("gtt", .null)]))])
        do throws(ConditionMistake) {
            _ = try CallCondition(typo, at: .before).bound(to: signature)
            Issue.record("it was taken")
        } catch {
            #expect(error.message == "\"gtt\" is not an operator, and argument.a is never an object")
            #expect(error.suggestion == "did you mean \"gt\"?")
        }
        let corner = Value.object([.init("argument.at", .object([.init("x", .number(.integer(5)))]))])
        #expect(try CallCondition(corner, at: .before).bound(to: signature).holds(for: call))
    }
}
