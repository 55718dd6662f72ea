// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Console: calls")
struct ConsoleCallTests {
    private func line(
        _ status: CallEvent.Status, _ arguments: [Value] = [], out: [Value.Member] = [], errno: Int32 = 0,
        isStyled: Bool = false
    ) -> String {
        let call = CallEvent(
            index: 0, call: crc32, arguments: arguments, status: status, out: out, errno: errno, nanoseconds: 412)
        let output = console([.call(call)], isStyled: isStyled)
        #expect(output.messages == "")
        return output.data
    }

    @Test("one by a pointer shows the function before the arguments")
    func function() {
        var call = CallEvent(
            index: 0, call: ActionName(module: "memory", action: "call add"), arguments: [3, 4], status: .returned(7),
            nanoseconds: 412)
        call.function = .handle(Handle(id: 1, type: "int (*)(int, int)"))
        #expect(
            console([.call(call)]).data == "  memory.call add <int (*)(int, int) #1>(3, 4) = 7   412 ns\n")
    }

    @Test("one that failed says where the step stands, where its arguments came from and what was around it")
    func circumstances() {
        let sources = [
            ValueSource(
                use: "argument 1 (db)", reference: "db", path: "result", giver: .init(crc32, at: "s.json:1:1"),
                releaser: .init(crc32, at: "s.json:2:1")),
            ValueSource(
                use: "argument 2", reference: "n", path: "out.n", giver: .init(crc32, at: "s.json:3:1"), isSaved: false),
        ]
        let call = CallEvent(
            index: 0, call: crc32, arguments: [], status: .failed(Failure(code: "io", message: "gone")),
            circumstances: FailureContext(
                place: "s.json:4:1", help: "Sums\nup.", sources: sources,
                hooks: [ActiveHook(origin: "s.json:7:3\u{1B}", before: ["log"])])
        )
        let lines = [
            "called at s.json:4:1", #"about the action: Sums\nup."#,
            #"argument 1 (db) is "db": result of z.crc32, saved at s.json:1:1"#,
            #""db" was released by z.crc32 at s.json:2:1"#,
            #"argument 2 is "n": out.n of z.crc32, which had nothing to save, at s.json:3:1"#,
            #"around the call: hook (before log) at s.json:7:3\u001b"#,
        ]
        #expect(console([.call(call)]).data.split(separator: "\n").dropFirst() == lines.map { "    \($0)" }[...])
    }

    @Test("a call that returned is a line with arguments, result and time")
    func returned() {
        let line = line(.returned(.integer(907_060_870)), [.integer(0), .string("hello"), .integer(5)])
        #expect(line == "  z.crc32(0, \"hello\", 5) = 907060870   412 ns\n")
    }

    @Test("a void call has no equals sign")
    func void() {
        #expect(line(.returned(nil)) == "  z.crc32()   412 ns\n")
        #expect(line(.returned(.null)) == "  z.crc32() = null   412 ns\n")
    }

    @Test("out-parameters follow by name")
    func out() {
        let members = [Value.Member("quotient", .integer(3)), Value.Member("text", .string("ok"))]
        #expect(line(.returned(.integer(0)), out: members) == "  z.crc32() = 0; quotient = 3; text = \"ok\"   412 ns\n")
        #expect(line(.returned(nil), out: members) == "  z.crc32(); quotient = 3; text = \"ok\"   412 ns\n")
    }

    @Test("a failed call says why, and what it replaced")
    func failed() {
        let failure = Failure(code: "outOfStock", message: "nothing left")
        #expect(line(.failed(failure), [.string("x")]) == "  z.crc32(\"x\") failed: outOfStock: nothing left\n")
        let outer = Failure(
            code: "late", message: "", suppressed: [failure, Failure(code: "a", message: "b", suppressed: [failure])])
        #expect(
            line(.failed(outer)) == """
                  z.crc32() failed: late
                    replaced outOfStock: nothing left
                    replaced a: b
                    replaced outOfStock: nothing left

                """)
    }

    @Test("errno is shown of a failed call only: any other may leave any number there")
    func errno() {
        let failure = Failure(code: "io", message: "no")
        #expect(line(.failed(failure), errno: 2) == "  z.crc32() failed: io: no; errno = 2 (ENOENT)\n")
        #expect(line(.returned(nil), errno: 2) == "  z.crc32()   412 ns\n")
    }

    @Test("a skipped call has no line: a diagnostic says why")
    func skipped() {
        #expect(line(.skipped(reason: "no such action")) == "")
    }

    @Test("long values are cut, bytes are short hexadecimal digits")
    func long() {
        let long = Value.string(String(repeating: "x", count: 1000))
        let bytes = Value.bytes(Array(0..<20))
        #expect(
            line(.returned(long), [long, bytes]) == """
                  z.crc32("\(String(repeating: "x", count: 39))…, <0001020304050607… 20 bytes>) = \
                "\(String(repeating: "x", count: 79))…   412 ns

                """)
    }

    @Test("nothing from outside can steer the terminal")
    func escapes() {
        let hostile = "\u{1B}[2J\n\u{202E}"
        let data = line(
            .failed(Failure(code: hostile, message: hostile)), [.string(hostile)],
            out: [
                Value.Member(hostile, .null)
            ])
        let safe = #"\u001b[2J\n\u202e"#
        #expect(data == "  z.crc32(\"\(safe)\") failed: \(safe): \(safe); \(safe) = null\n")
    }

    @Test("escapes stand only where they were asked for")
    func styled() {
        #expect(line(.returned(nil), isStyled: true) == "  z.crc32()   \u{1B}[2m412 ns\u{1B}[0m\n")
        let failure = Failure(code: "f", message: "m")
        #expect(line(.failed(failure), isStyled: true) == "  z.crc32() \u{1B}[1;31mfailed\u{1B}[0m: f: m\n")
    }

    @Test("what a module emits is data")
    func emitted() {
        let output = console([
            .emitted(EmittedEvent(name: "progress", value: .integer(42), call: crc32)),
            .emitted(EmittedEvent(name: "tick\n", value: nil, call: nil)),
        ])
        #expect(output.data == "  z.crc32 emitted progress: 42\n  emitted tick\\n\n")
        #expect(output.messages == "")
    }

    @Test("what is logged is a message on one line, with the name of the module that says it")
    func logged() {
        let output = console([
            .logged(LoggedEvent(.debug, "one\ninfo: greeter: forged", from: "greeter")),
            .logged(LoggedEvent(.info, "z.crc32()")),
        ])
        #expect(output.data == "")
        #expect(output.messages == "debug: greeter: one\\ninfo: greeter: forged\ninfo: z.crc32()\n")
    }
}
