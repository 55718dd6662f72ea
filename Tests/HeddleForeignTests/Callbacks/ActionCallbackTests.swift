// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing
import Workbench

@Suite("Actions that C calls back")
struct ActionCallbackTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("run, with their hooks")
    func hooks() throws {
        let twice = try values.action("twice")
        #expect(try values.action("apply").call(.action(twice), 4, with: [twice]).result == 8)
        let trace = Trace()
        try twice.hook(
            before: [.closure { trace.write("(\($0.arguments[0].kindDescription))") }],
            after: [.closure { try? $0.answer(1) }])
        #expect(try values.action("apply_times").call(.action(twice), 2, with: [twice]).result == 2)
        #expect(trace.text == "(number 0)(number 1)")
    }

    @Test("fail the call that they are part of when they fail, and return zero to C")
    func failures() throws {
        let positive = try values.action("positive")
        let apply = try values.action("apply")
        #expect(try apply.call(.action(positive), 4, with: [positive]).result == 4)
        let failed = try apply.call(.action(positive), -4, with: [positive])
        #expect(failed.failure?.code == "unsuccessful")
        #expect(failed.result == nil)
        #expect(try apply.call(.action(positive), 5, with: [positive]).result == 5)
    }

    @Test("fail it also when an exception leaves them: it does not unwind the C that called back")
    func exceptions() throws {
        let thrower = try Fixture("Throwing").action("throw_one")
        let reply = try values.action("apply_times").call(.action(thrower), 2, with: [thrower])
        #expect(reply.failure == Failure(code: "exception", message: "std::runtime_error: out of paper"))
    }

    @Test("leave the errno that they set, and otherwise the one that C had")
    func errno() throws {
        let set = try values.action("set_errno_and_return")
        let twice = try values.action("twice")
        let after = try values.library.action(declared: "int errno_after(int (*f)(int), int before)")
        #expect(try after.call(.action(twice), 34, with: [twice]).result == 34)
        try set.hook(before: [.closure { try? $0.setArgument(0, to: 12) }])
        #expect(try after.call(.action(set), 34, with: [set]).result == 12)
    }

    @Test("may call C that calls back, as deep as one likes")
    func nested() throws {
        let twice = try values.action("twice")
        let inner = try values.action("apply")
        try twice.hook(instead: [
            .closure { call in
                guard case .number(.integer(let depth))? = call.arguments.first, depth > 0 else {
                    try? call.answer(100)
                    return
                }
                let reply = try? inner.call(.action(twice), .whole(depth - 1), with: [twice])
                try? call.answer(reply?.result ?? -1)
            }
        ])
        // A hook that meets itself is passed over, so that the second level is the action itself.
        #expect(try inner.call(.action(twice), 5, with: [twice]).result == 8)
        let recorded = PreparedCall(inner)
        try inner.hook(before: [
            .closure { call in
                guard call.arguments[1] == 1 else { return }
                let reply = try? PreparedCall(inner).replied(.callback(["returns": 6]), 2)
                try? call.setArgument(1, to: reply?.result ?? -1)
            }
        ])
        #expect(recorded.encode([.value(.callback(["returns": 5])), 1]).isEmpty)
        let reply = recorded.made()
        #expect(reply.result == 5)
        #expect(reply["f"] == [[6]])
    }

    @Test("read back among the arguments by their names")
    func readBack() throws {
        let twice = try values.action("twice")
        let call = try PreparedCall(values.action("apply"))
        let misfits = call.encode([.value(.action(twice)), 1], naming: KnownActions([twice]))
        #expect(misfits.isEmpty)
        #expect(call.arguments == [["action": "values.twice"], 1])
    }

    @Test("get the module's instance in the place of C's own pointer")
    func instance() throws {
        let module = try Fixture("Lifecycle")
        let held = try values.library.action(
            declared: "int holds_instance(_Self_ void *self, int value)", instance: module.instance)
        let call = try values.library.action(declared: "int call_with_context(int (*f)(void *context, int value))")
        #expect(try call.call(.action(held), with: [held]).failure?.code == "noInstance")
        let instance = try #require(
            try Instance(of: module.library, named: "m", config: .object([]), box: module.instance))
        try instance.start()
        #expect(try call.call(.action(held), with: [held]).result == 0)
        try instance.stop()
    }
}

extension PreparedCall {
    fileprivate func replied(_ values: Value...) throws -> Reply {
        let misfits = encode(values.map(Argument.value))
        guard misfits.isEmpty else { throw Misfits(all: misfits) }
        return made()
    }
}

@Suite("Functions of C as values")
struct FunctionValueTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("come back as handles, and go in again")
    func roundTrip() throws {
        let function = try #require(try values.action("find_function").call(true).result)
        guard case .handle(let handle) = function else { throw Fixture.NotDeclared(name: "\(function)") }
        #expect(handle.type == "int (*)(int)")
        #expect(try values.action("apply").call(function, 5).result == -5)
        let operations = try #require(try values.action("get_operations").call()["of"])
        #expect(operations["second"] == .null)
        #expect(try values.action("operate").call(operations).result == -3)
    }

    @Test("are of one type whatever their parameters are called, and by which names their types go")
    func names() throws {
        let function = try #require(try values.action("find_function").call(true).result)
        let other = try values.library.action(
            declared: "typedef int number; number apply(number (*f)(_In_ number), int)")
        #expect(try other.call(function, 5).result == -5)
        let wrong = try values.library.action(declared: "int apply(long (*f)(int), int value)")
        #expect(wrong.misfits(.value(function), 5).count == 1)
    }

    @Test("may be null where the declaration says so")
    func null() throws {
        #expect(try values.action("find_function").call(false).result == .null)
        #expect(try values.action("apply_or").call(.null, 5).result == -1)
        #expect(try values.action("apply_or").call(.callback(["returns": 3]), 5).result == 3)
    }

    @Test("that Heddle made come back as handles of the very same function")
    func made() throws {
        let reply = try values.action("give_back_function").call(.callback(["returns": 3, "lifetime": "forever"]))
        let function = try #require(reply.result)
        guard case .handle = function else { throw Fixture.NotDeclared(name: "\(function)") }
        #expect(try values.action("apply").call(function, 1).result == 3)
    }
}

@Suite("The C library calls back")
struct LibraryCallbackTests {
    private let sort =
        "void qsort(_Inout_updates_(count) int *base, size_t count, size_t size, int (*compare)(_In_ const int *, _In_ const int *))"
    private let search =
        "const int *bsearch(_In_ const int *key, _In_reads_(count) const int *base, size_t count, size_t size, int (*compare)(_In_ const int *, _In_ const int *))"

    @Test("to sort with an action, and its hooks")
    func sorting() throws {
        let values = try Fixture("Values")
        let compare = try values.library.action(
            declared: "int compare_ints(_In_ const int *left, _In_ const int *right)")
        let numbers: Value = [5, -3, 2_000_000_000, 0, -2_000_000_000]
        let sorted = try libc(sort).call(numbers, 5, 4, .action(compare), with: [compare])
        #expect(sorted["base"] == [-2_000_000_000, -3, 0, 5, 2_000_000_000])
        try compare.hook(after: [
            .closure { call in
                guard case .returned(.number(let number)?)? = call.outcome else { return }
                try? call.answer(.whole(-(number.integer ?? 0)))
            }
        ])
        #expect(
            try libc(sort).call(numbers, 5, 4, .action(compare), with: [compare])["base"] == [
                2_000_000_000, 5, 0, -3, -2_000_000_000,
            ])
    }

    @Test("to sort with recorded answers, and shows what it compared")
    func recorded() throws {
        let reply = try libc(sort).call([1, 2], 2, 4, .callback(["answers": [1]]))
        #expect(reply["base"] == [2, 1])
        #expect(reply["compare"] == [[1, 2]])
    }

    @Test("to search")
    func searching() throws {
        let values = try Fixture("Values")
        let compare = try values.library.action(
            declared: "int compare_ints(_In_ const int *left, _In_ const int *right)")
        let find = try libc("_Ret_valid_ " + search)
        #expect(try find.call(7, [1, 7, 9], 3, 4, .action(compare), with: [compare]).result == 7)
        #expect(try find.call(8, [1, 7, 9], 3, 4, .action(compare), with: [compare]).result == .null)
    }
}
