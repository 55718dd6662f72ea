// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// Behaviours of real libraries in `Golden/Recorded`, with hooks, cases, callbacks, handles, structures and unions.
@Suite("A recording of a real library holds", .waiting)
struct RecordedLibrariesTests {
    private let bench: Bench

    private static let folder = "\(Sources.root)/Tests/HeddleCommandTests/Golden/Recorded"
    private static let behaviours =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".json") }.sorted() ?? []

    init() throws {
        bench = try Bench()
        for (name, source) in Self.modules { try BuiltModules.compile(source, to: name, in: bench.folder) }
    }

    @Test("in the set are no fewer than 19")
    func count() { #expect(Self.behaviours.count >= 19) }

    @Test("as it is written", arguments: behaviours)
    func plain(behaviour: String) throws {
        try record(behaviour)
        try expectHeld()
        let again = try bench.heddle("record", "recorded.json", "-o", "again.json")
        #expect(again.status == 0, "\(again.errors)")
        #expect(bench.folder.text(of: "again.json") == bench.folder.text(of: "recorded.json"))
    }

    @Test("with answers in place of its modules, which are gone", arguments: behaviours)
    func stubbed(behaviour: String) throws {
        try record(behaviour, "--stubs")
        let text = try #require(bench.folder.text(of: "recorded.json"))
        #expect(!text.contains(#""library":"#), "\(text)")
        for (name, _) in Self.modules { try FileManager.default.removeItem(atPath: bench.folder(name)) }
        try expectHeld()
    }

    private func record(_ behaviour: String, _ options: String...) throws {
        let text = try String(contentsOfFile: "\(Self.folder)/\(behaviour)", encoding: .utf8)
        try bench.folder.write("stack.json", text)
        let ended = try Program.built("heddle").run(
            ["record", "stack.json", "-o", "recorded.json"] + options, in: bench.folder.path)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(!ended.errors.contains("with stubs"), "\(ended.errors)")
    }

    private func expectHeld() throws {
        let run = try bench.heddle("run", "recorded.json")
        #expect(run.status == 0, "\(run.output)\(run.errors)\(bench.folder.text(of: "recorded.json") ?? "")")
        let test = try bench.heddle("test", "recorded.json")
        #expect([0, 7].contains(test.status), "\(test.output)\(test.errors)")
    }

    private static let modules = [
        (
            "names.so",
            #"""
            #include <string.h>
            typedef struct { const char *bytes; } with_bytes; typedef struct { const char *hex; } with_hex;
            typedef struct { const char *ref; } with_ref; typedef struct { const char *text; } with_text;
            typedef struct { const char *handle; } with_handle; typedef struct { with_bytes all[3]; int count; } list;
            typedef struct { int eq; int gt; } operators; typedef struct { operators null; } nested;
            typedef struct { int callback; } with_callback;
            with_bytes get_bytes(void) { return (with_bytes){ "d2VmdA==" }; }
            with_hex get_hex(void) { return (with_hex){ "6869" }; }
            with_ref get_ref(void) { return (with_ref){ "bytes" }; }
            with_text get_text(void) { return (with_text){ "weft" }; }
            with_handle get_handle(void) { return (with_handle){ "thing 1" }; }
            list get_list(void) { return (list){ { { "aGk=" }, { "zz" }, { "" } }, 3 }; }
            operators get_operators(void) { return (operators){ 1, 2 }; }
            nested get_nested(void) { return (nested){ { 3, 4 } }; }
            with_callback get_callback(void) { return (with_callback){ 5 }; }
            const with_ref *get_refs(void) { static with_ref all[2] = { { "x" }, { "bytes" } }; return all; }
            void fill(with_hex *bytes, with_ref *ref) { bytes[0].hex = "00"; bytes[1].hex = "zz"; ref->ref = "ref"; }
            int length(with_bytes hex, const with_ref *ref) { return strlen(hex.bytes) * 100 + strlen(ref->ref); }
            const char *choose(const char *hex, const char *bytes, const char *ref, const char *text, const char *null) {
                static char all[64];
                strcat(strcat(strcat(strcat(strcpy(all, hex), bytes), ref), text), null);
                return all;
            }
            void each(int (*visit)(with_hex bytes, const char *ref)) { visit((with_hex){ "6869" }, "x"); }
            """#
        ),
        (
            "unions.so",
            #"""
            #include <string.h>
            typedef struct thing { int weight; } thing;
            typedef union { int number; thing *ref; const char *text; double real; } any;
            typedef struct { int kind; any value; any more[2]; } tagged;
            static thing only = { 7 };
            any make(int kind) { any a; memset(&a, 0, sizeof a); if (kind) a.ref = &only; return a; }
            tagged tag(int kind) { return (tagged){ kind, make(kind), { make(0), make(kind) } }; }
            void tags(tagged *hex) { hex[0] = tag(0); hex[1] = tag(1); }
            thing *object(void) { return &only; }
            int weight(const thing *thing) { return thing->weight; }
            int number(any value) { return value.number; }
            int held(tagged value) { return value.kind ? value.value.ref->weight : value.value.number; }
            """#
        ),
        (
            "loop.so",
            #"""
            #include <stdlib.h>
            typedef struct loop loop;
            typedef int (*visitor)(loop *loop, int number, const char *text);
            struct loop { visitor visit; };
            loop *loop_open(void) { return calloc(1, sizeof(loop)); }
            void loop_close(loop *loop) { free(loop); }
            void loop_on(loop *loop, visitor visit) { loop->visit = visit; }
            int loop_run(loop *loop, int times) {
                int sum = 0;
                for (int number = 0; number < times; number++) sum += loop->visit(loop, number, number ? "weft" : "warp");
                return sum;
            }
            int loop_both(loop *loop, visitor visit) { return visit(loop, 100, "own") + loop->visit(loop, 200, "kept"); }
            """#
        ),
        (
            "seen.so",
            #"""
            #include <stdio.h>
            static int all;
            static char latest[64];
            int note(void *loop, int number, const char *text) {
                snprintf(latest, sizeof latest, "%d %s %d", number, text, loop != NULL);
                return all += number;
            }
            int sum(void) { return all; }
            const char *last(void) { return latest; }
            """#
        ),
    ]
}
