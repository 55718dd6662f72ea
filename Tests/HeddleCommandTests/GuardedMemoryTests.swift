// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("What arguments point to, under --guard")
struct GuardedMemoryTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <string.h>
            HEDDLE_MODULE("careless", "1.0.0")
            HEDDLE_TYPE(typedef struct { const char *name; int32_t size; } item;)
            HEDDLE_ACTION(int32_t, sum, _In_reads_(count) const int32_t *numbers, size_t count)
            HEDDLE_ACTION(void, fill, _Out_writes_(count) int32_t *numbers, size_t count)
            HEDDLE_ACTION(void, two, _Out_ int64_t *first)
            HEDDLE_ACTION(int32_t, previous, _In_reads_(count) const int32_t *numbers, size_t count)
            HEDDLE_ACTION(int32_t, behind, const char *text)
            HEDDLE_ACTION(int32_t, begin, const char *text)
            HEDDLE_ACTION(int32_t, within, _In_ const item *item)
            HEDDLE_ACTION(void, rename, _In_ const item *item)
            HEDDLE_ACTION(int32_t, far, _In_reads_(1) const int32_t *numbers, int32_t index)
            HEDDLE_ACTION(const char *, from, _In_reads_(count) const char *text, size_t count, char letter)
            int32_t sum(const int32_t *numbers, size_t count) {
                int32_t sum = 0;
                for (size_t i = 0; i <= count; i++) sum += numbers[i];
                return sum;
            }
            void fill(int32_t *numbers, size_t count) { for (size_t i = 0; i <= count; i++) numbers[i] = 7; }
            void two(int64_t *first) { *(volatile int64_t *)first = 1; ((volatile int64_t *)first)[1] = 2; }
            int32_t previous(const int32_t *numbers, size_t count) { (void)count; return numbers[-1]; }
            int32_t behind(const char *text) { return ((const volatile char *)text)[strlen(text) + 1]; }
            int32_t begin(const char *text) { return *(volatile char *)text = 'A'; }
            int32_t within(const item *item) { return item->name[item->size]; }
            void rename(const item *item) { *(char *)item->name = 'A'; }
            int32_t far(const int32_t *numbers, int32_t index) { return numbers[index]; }
            const char *from(const char *text, size_t count, char letter) { return memchr(text, letter, count); }
            """, to: "careless.so", flags: ["-fvisibility=hidden", "-O1"], in: bench.folder)
    }

    private func run(_ steps: String, _ side: String) throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "./careless.so" } }, "steps": [\(steps)] }
                """, "--guard", side)
    }

    @Test("ends a text that leads into it", arguments: ["behind", "before"])
    func text(side: String) throws {
        let ended = try run(
            #"{ "call": "m.from", "with": { "text": "weft", "letter": 102 }, "expect": { "result": "ft" } }"#, side)
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test(
        "ends at memory that crashes, and the report names the argument, the offset and the room",
        arguments: [
            (
                #""m.sum", "with": { "numbers": [1, 2, 3] }"#,
                "reading at offset 12 of the argument numbers, which has 12 bytes"
            ),
            (#""m.fill", "with": [2]"#, "writing at offset 8 of the argument numbers, which has 8 bytes"),
            (#""m.two""#, "writing at offset 8 of the argument first, which has 8 bytes"),
            (#""m.behind", "with": ["four"]"#, "reading at offset 5 of the argument text, which has 5 bytes"),
            (
                #""m.within", "with": [{ "name": "abc", "size": 4 }]"#,
                "reading at offset 4 of the argument item.name, which has 4 bytes"
            ),
            (#""m.sum", "with": { "numbers": [] }"#, "reading at offset 0 of the argument numbers, which has 0 bytes"),
        ])
    func behind(call: String, words: String) throws {
        let step = #"{ "call": \#(call) }"#
        let ended = try run(step, "behind")
        #expect(ended.status == 5)
        #expect(ended.errors.contains("native code crashed with SIGSEGV, \(onX86(words)), in m."), "\(ended.errors)")
        #expect(try run(step, "before").status == 0)
    }

    @Test("begins behind memory that crashes, where the side is before")
    func before() throws {
        let step = #"{ "call": "m.previous", "with": { "numbers": [1, 2] } }"#
        #expect(try run(step, "behind").status == 0)
        let ended = try run(step, "before")
        let words = onX86("reading at offset -4 of the argument numbers, which has 8 bytes")
        #expect(ended.errors.contains("SIGSEGV, \(words), in m.previous"), "\(ended.errors)")
    }

    @Test("cannot be written where it may only be read", arguments: ["behind", "before"])
    func constant(side: String) throws {
        let ended = try run(#"{ "call": "m.begin", "with": ["four"] }"#, side)
        let words = onX86("writing at offset 0 of the argument text, which it may only read")
        #expect(ended.errors.contains("SIGSEGV, \(words), in m.begin"), "\(ended.errors)")
    }

    @Test("has its const texts, which cannot be written either")
    func constantText() throws {
        let ended = try run(#"{ "call": "m.rename", "with": [{ "name": "abc", "size": 3 }] }"#, "behind")
        let words = onX86("writing at offset 0 of the argument item.name, which it may only read")
        #expect(ended.errors.contains("SIGSEGV, \(words), in m.rename"), "\(ended.errors)")
    }

    @Test("is named where it is left by pages, too, and not taken for that of another call")
    func far() throws {
        let calls = (1...40).map { #"{ "call": "m.behind", "with": ["\#($0)"], "expect": { "result": 0 } }"# }
        let ended = try run(
            (calls + [#"{ "call": "m.far", "with": [[1], 5000] }"#]).joined(separator: ", "), "before")
        let words = onX86("reading at offset 20000 of the argument numbers, which has 4 bytes")
        #expect(ended.errors.contains("SIGSEGV, \(words), in m.far"), "\(ended.errors)")
    }

    @Test("stands elsewhere, with a warning, where there is more than the system lets a process have")
    func many() throws {
        let texts = Array(repeating: #""x""#, count: 40_000).joined(separator: ",")
        let modules = #"{ "c": { "library": "libc.so.6", "declarations": ["size_t strlen(const char *s)"] } }"#
        let call = #"{ "call": "c.strlen", "with": ["x"] }"#
        let many = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": \(modules),
                  "steps": [\(Array(repeating: call, count: 20_000).joined(separator: ","))] }
                """, "--guard", "behind", "--quiet")
        #expect(many.status == 0, "\(many.errors)")
        #expect(many.errors.contains("not all memory of arguments is guarded: there are more than 16000 pieces"))
        let list = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "int execv(const char *path, _Null_terminated_ const char *const *texts)"] } },
                  "steps": [{ "call": "c.execv", "with": ["/nowhere", [\(texts)]], "expect": { "result": -1 } }] }
                """, "--guard", "before")
        #expect(list.status == 0, "\(list.errors)")
    }

    @Test("cannot be used when the call has ended, unless it is _Retained_")
    func ended() throws {
        for (word, isHeld) in [("", false), ("_Retained_ ", true)] {
            try BuiltModules.compile(
                """
                #include <heddle/module.h>
                HEDDLE_MODULE("keeper", "1.0.0")
                HEDDLE_ACTION(void, keep, \(word)const char *text)
                HEDDLE_ACTION(int32_t, kept, void)
                static const volatile char *text_kept = "";
                void keep(const char *text) { text_kept = text; }
                int32_t kept(void) { return text_kept[0]; }
                """, to: "keeper.so", flags: ["-fvisibility=hidden"], in: bench.folder)
            let ended = try bench.heddle("validate", "keeper.so", "--only", "keeps-to-its-arguments")
            let words = onX86("reading the argument text of a call that has ended")
            #expect(ended.status == (isHeld ? 0 : 5))
            #expect(ended.errors.contains("SIGSEGV, \(words), in keeper.kept") != isHeld, "\(ended.errors)")
        }
    }

    @Test("is named in the report of a case, and in the command that runs it again")
    func cases() throws {
        let suite = """
            { "behaviour": 1, "modules": { "m": { "library": "./careless.so" } },
              "cases": [{ "name": "fills", "steps": [{ "call": "m.fill", "with": [2] }] }] }
            """
        let ended = try bench.heddle("test", behaviour: suite, "--guard", "behind")
        #expect(ended.status == 5)
        #expect(ended.errors.contains(onX86("writing at offset 8 of the argument numbers")), "\(ended.errors)")
        #expect(ended.errors.contains("--guard behind"), "\(ended.errors)")
    }

    @Test("of calls of real libraries is used as it is declared, on either side", arguments: ["behind", "before"])
    func libraries(side: String) throws {
        let folder = "\(Sources.root)/Examples"
        let tried = ["libc"] + ["matching", "scanning", "sorting", "streaming", "timer"].map { "libraries/\($0)" }
        for name in tried {
            let ended = try Program.built("heddle").run(["run", "\(folder)/\(name).json", "--guard", side])
            #expect(ended.status == 0, "\(name): \(ended.errors)")
        }
    }

    @Test("stands on the side that a word names, of which there are two")
    func sides() throws {
        let ended = try bench.heddle("call", "libm.so.6", "double cos(double x)", "0", "--guard", "above")
        #expect(ended.status == 2)
        #expect(ended.errors.contains("above is not a side of memory; the sides are behind and before"))
    }

    /// The words of a crash; only on x86-64 the processor says whether memory was read or written.
    private func onX86(_ words: String) -> String {
        #if arch(x86_64)
            words
        #else
            words.replacing(/^(reading|writing)/, with: "reading or writing")
        #endif
    }
}
