// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing
import Workbench

@Suite("Memory that changes hands")
struct OwnershipTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    /// How often this thread has released something.
    private var released: Int {
        get throws {
            guard case .number(let number)? = try values.action("times_released").call().result else { return -1 }
            return Int(number.integer ?? -1)
        }
    }

    @Test("texts that a parameter receives are copied, and then released once")
    func receivedTexts() throws {
        let before = try released
        #expect(try values.action("take_text").call(1)["text"] == "taken")
        #expect(try released == before + 1)
        let call = try PreparedCall(values.action("take_text"))
        #expect(call.encode([1, .absent]).isEmpty)
        for _ in 0..<3 { #expect(call.made()["text"] == "taken") }
        call.settleOwnership()
        #expect(try released == before + 4)
        #expect(try values.action("take_text").call(0)["text"] == .null)
        #expect(try released == before + 4)
    }

    @Test("texts of a call that a hook fails, or makes once more, are released, as nobody will see them")
    func discardedTexts() throws {
        let before = try released
        let failing = try values.action("take_text")
        try failing.hook(after: [.closure { $0.fail(Failure(code: "no", message: "")) }])
        #expect(try failing.call(1).failure?.code == "no")
        #expect(try released == before + 1)
        let repeated = try values.action("take_text")
        try repeated.hook(
            before: [],
            instead: [
                .closure { call in
                    call.proceed()
                    call.proceed()
                }
            ])
        #expect(try repeated.call(1)["text"] == "taken")
        #expect(try released == before + 3)
    }

    @Test("runs that a function returns are copied, and then released once")
    func returnedRuns() throws {
        let before = try released
        #expect(try values.action("take_numbers").call(3).result == [10, 20, 30])
        #expect(try released == before + 1)
        #expect(try values.action("take_numbers").call(0).result == .null)
        #expect(try released == before + 1)
    }

    @Test("what a call has left undone, as it failed by its own condition, is not touched")
    func failed() throws {
        let before = try released
        let failed = try values.action("take_text_or_fail").call(3)
        #expect(failed.failure?.code == "unsuccessful" && failed.out == [])
        #expect(try released == before)
        #expect(try values.action("take_text_or_fail").call(0)["text"] == "reason")
        #expect(try released == before + 1)
    }

    @Test("memory that the action keeps stays as it was, whatever is passed after it, and when the call is gone")
    func retained() throws {
        do {
            let call = try PreparedCall(values.action("keep_text"))
            #expect(call.encode(["first text", .value(.bytes([1, 2, 3, 4]))]).isEmpty)
            call.made()
            #expect(call.encode(["other text", .value(.bytes([5, 6, 7, 8]))]).isEmpty)
            #expect(try values.action("text_kept").call().result == "first text")
            #expect(try values.action("bytes_kept").call().result == .bytes([1, 2, 3, 4]))
            call.made()
        }
        #expect(try values.action("text_kept").call().result == "other text")
        #expect(try values.action("bytes_kept").call().result == .bytes([5, 6, 7, 8]))
    }
}

@Suite("Handles that are the caller's")
struct OwnedHandleTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    /// The unreleased handles of calls in the body, as "type from action by function".
    private func leftovers(_ body: () throws -> Void) throws -> [String] {
        let services = HostServices(log: { _ in }, emit: { _, _ in }, find: { _ in nil })
        try services.serve(body)
        return services.unreleased.map { "\($0.handle.type) from \($0.giver) by \($0.release)" }
    }

    private func open(_ action: String = "crate_open") throws -> Value {
        let reply = try values.action(action).call(5)
        return try #require(reply["made"] ?? reply.result)
    }

    @Test("are listed until they are released, whether they were returned or received")
    func listed() throws {
        for action in ["crate_open", "crate_make"] {
            var crate = Value.null
            let left = try leftovers { crate = try open(action) }
            #expect(left == ["crate from values.\(action) by crate_close"])
            try values.action("crate_close").call(crate)
            let none = try leftovers { _ = try values.action("crate_close").call(open(action)) }
            #expect(none == [])
        }
    }

    @Test("are listed in the order in which they were given out")
    func order() throws {
        var crates: [Value] = []
        let left = try leftovers { crates = try [open("crate_make"), open("crate_open"), open("crate_make")] }
        #expect(
            left.map { $0.split(separator: " ")[2] } == ["values.crate_make", "values.crate_open", "values.crate_make"])
        for crate in crates { try values.action("crate_close").call(crate) }
    }

    @Test("are gone once the function of _Free_ has got them, without an annotation of its own")
    func released() throws {
        let crate = try open()
        try values.action("crate_close").call(crate)
        #expect(
            try values.action("crate_content").misfits(.value(crate)) == [
                "0: handle of crate, not a handle that was not released"
            ])
    }

    @Test("are gone when what released them took them as void *")
    func untyped() throws {
        for (maker, release) in [("crate_open", "release_anything"), ("crate_open_untyped", "free_anything")] {
            var crate = Value.null
            let left = try leftovers {
                crate = try open(maker)
                try values.action(release).call(crate)
            }
            #expect(left == [])
            #expect(try values.action("crate_content").misfits(.value(crate)).count == 1, "\(maker)")
        }
    }

    @Test("are new ones where the call that releases them returns the pointer that it got")
    func returnedAgain() throws {
        let left = try leftovers {
            let before = try open()
            let after = try #require(try values.action("crate_resize").call(before).result)
            #expect(after != before)
            #expect(try values.action("crate_content").call(after).result == 5)
            #expect(try values.action("crate_content").misfits(.value(before)).count == 1)
            try values.action("crate_close").call(after)
        }
        #expect(left == [])
    }

    @Test("stay when the call that would release them fails by its own condition")
    func notReleased() throws {
        let crate = try open()
        #expect(try values.action("crate_try_close").call(crate, 3).failure?.code == "unsuccessful")
        #expect(try values.action("crate_content").call(crate).result == 5)
        try values.action("crate_try_close").call(crate, 0)
        #expect(try values.action("crate_content").misfits(.value(crate)).count == 1)
    }

    @Test("of one build of a library are refused by another")
    func foreign() throws {
        let folder = try ScratchFolder()
        let copy = try folder.write(contents(of: Fixture.path("Values")), to: "other.so")
        let other = try Library.load(LibraryFile(path: copy))
        let crate = try open()
        let declaration = "typedef struct crate crate; int crate_content(const crate *of)"
        let misfits = try other.action(declared: declaration).misfits(.value(crate))
        #expect(misfits.count == 1)
        #expect(misfits.first?.contains("a handle of crate from ") == true, "\(misfits)")
        try values.action("crate_close").call(crate)
    }

    @Test("that are streams of the C library are everybody's, and gone for everybody")
    func streams() throws {
        let open = try libc("FILE *fopen(const char *path, const char *mode)")
        let file = try #require(try open.call("/dev/null", "w").result)
        let print = try Fixture("Values").library.action(declared: "int put_to_stream(FILE *stream, const char *text)")
        #expect(try print.call(file, "text").result == 4)
        let close = try values.library.action(declared: "int close_stream(_Post_ptr_invalid_ FILE *stream)")
        #expect(try close.call(file).result == 0)
        #expect(try libc("int fflush(FILE *stream)").misfits(.value(file)).count == 1)
    }
}
