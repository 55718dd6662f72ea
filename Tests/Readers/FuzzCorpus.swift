// SPDX-License-Identifier: Apache-2.0

/// Valid texts of each kind that is read, and what they are made of.
package enum FuzzCorpus {
    /// The behaviour of the design: every section of the full form.
    package static let full = #"""
        {
          "behaviour": 1,
          "description": "an example",
          "x-editor": { "anything": [1, 2] },
          "modules": {
            "greeter": { "library": "greeter", "config": { "language": "en", "bytes": "10 MB" } },
            "z":       { "library": "libz.so.1", "description": "zlib",
                         "declarations": [ "unsigned long crc32(unsigned long crc)", "const char *zlibVersion(void)" ] },
            "flow": { "table": "z.make_flow", "with": [1, { "hex": "00" }], "as": "struct flow" }
          },
          "hooks": [
            { "name": "seen", "on": "*.*", "before": "log", "after": "time", "when": "failed" },
            { "on": ["z.*", "!z.zlibVersion"], "instead": { "cache": { "capacity": 128 } }, "order": -1.5,
              "outside": ["seen"], "inside": "seen", "enabled": false, "optional": true },
            { "on": "greeter.sayHello", "before": ["audit.checkName", { "log": { "to": "stderr" } }] }
          ],
          "steps": [
            { "call": "z.crc32", "with": [0, "hello", 5], "save": "sum", "expect": { "result": 907060870 } },
            { "call": "greeter.sayHello", "with": { "name": { "ref": "sum" } }, "save": { "reply": "result", "size": "out.n" },
              "expect": { "result": "Hello, Ada", "errno": { "in": [0, 2] }, "out.n": { "near": [1.5, 0.1], "ne": null },
                "out.r": { "near": [2, { "relative": 1e-9, "ulps": 3, "of": "float" }] } } },
            { "call": "z.crc32", "with": [[1, { "ref": "reply" }], { "bytes": "aGk=" }, { "hex": "00fF" }] }
          ],
          "setup": [{ "call": "z.crc32", "with": [0], "save": "first", "atMost": "1.5 s",
                      "expect": { "stdout": "", "stderr": { "golden": "a.txt" }, "file:out.txt": null } }],
          "always": [{ "call": "z.zlibVersion", "with": [{ "ref": "first.text[0]" }] }],
          "cases": [
            { "name": "group", "tags": "g", "setup": [{ "call": "z.zlibVersion", "save": "version" }],
              "always": [{ "call": "z.crc32", "with": [{ "ref": "version" }] }],
              "cases": [{ "name": "inner", "setup": [], "steps": [], "atMost": "2 min",
                          "expect": { "stdout": { "golden": "b.txt" }, "file:out": { "length": 3 } } }] },
            { "name": "each", "tags": "t", "needs": ["columns"], "each": [{ "a": 1, "name": "one" }, { "a": [2] }],
              "hooks": [{ "name": "own", "on": "z.*", "after": "log" }],
              "steps": [{ "call": "z.crc32", "with": [{ "ref": "row.a" }], "expect": { "result.x[1]": { "ref": "row" } } }] },
            { "name": "columns", "each": { "names": ["a", "b"], "rows": [[1, { "hex": "00" }]] },
              "steps": [{ "call": "z.crc32", "with": [0], "save": { "c": "out.c.d" } }],
              "always": [{ "call": "z.crc32", "with": [{ "ref": "c" }, { "ref": "row.b" }] }] }
          ],
          "policy": { "missing": "skip", "onFailure": "continue", "leaks": "fail" }
        }
        """#

    static let tracking = #"""
        { "behaviour": 1, "modules": { "z": { "library": "libz.so.1" }, "m": { "library": "libm.so.6" } },
          "tracking": {
            "providers": { "lines": { "file": "events.jsonl" }, "told": { "action": "m.tell" }, "run": "events" },
            "shown": "open",
            "screens": [{ "module": "z", "label": "a" }, { "module": "m", "label": "b", "action": "show", "to": [] }],
            "events": [{ "module": "z", "action": "crc32", "label": "c", "data": { "a": "argument.a" }, "from": "open",
              "when": { "result": 1 }, "to": ["lines", "events", { "file": "x" }], "background": { "limit": 5 } }] } }
        """#

    static let plain = #"""
        {"behaviour":1,"modules":{"z":{"library":"libz.so.1"},"m":{"library":"libm.so.6"}},"steps":[
          {"call":"z.crc32","with":[0,"hello",5],"expect":{"result":907060870}},
          { "with" : [ -1.5e3 , true ] , "call" : "m.cos" , "expect" : { "result" : -0 } },
          {"call":"z.none","if":{"result":{"gt":1}},"then":[{"call":"z.none"}],"else":[{"times":2,"repeat":[{"call":"z.none"}]}]},
          {"times":3,"repeat":[{"call":"z.none","until":{"result":1}},{"repeat":[{"call":"z.none"}],"times":2}]},
          {"call":"z.none"},{"call":"z.none","with":[]},{"call":"z.none","with":["a\u0062",null]},
          {"expect":{"result":"é"},"call":"m.text","with":[false,123456789012345678,1234567890123456789]}]}
        """#

    /// Values that are made of others.
    static let made = #"""
        { "behaviour": 1, "modules": { "z": { "library": "libz.so.1" } }, "settings": ["int n = 5"],
          "steps": [
            { "call": "z.crc32", "with": [0], "save": { "sum": "result", "text": "out.text" } },
            { "call": "z.crc32", "with": [0, { "join": ["a", { "ref": "sum" }, 1, { "join": [{ "hex": "62" }] }] }],
              "expect": { "result": { "gt": 1, "in": [{ "join": [{ "ref": "settings.n" }] }] } } },
            { "call": "z.crc32", "with": [{ "expression": "sum / 2 + settings.n" },
              { "ref": "text", "from": 1, "count": { "expression": "sum - 1" } }, { "ref": "text", "count": { "ref": "sum" } }] } ] }
        """#

    static let sequence =
        #"[{"name": "a.b", "actions": [{"func": "f:"}, {"func": "g", "value": {"bytes": "aGk="}}]}, {"name": "c"}]"#

    static let bindings = #"""
        { "bindings": 1, "soname": "libz.so.1", "headers": ["zlib.h"],
          "declarations": [ "typedef struct { int a; } box", "int f(box *b)", "unsigned long crc32(unsigned long crc)" ],
          "annotate": { "f": { "b": "_Inout_", "return": "_Idempotent_" } },
          "constants": { "Z_OK": 0, "NAME": "zlib", "BIG": 18446744073709551615, "HALF": 0.5 },
          "layouts": { "box": { "size": 4, "alignment": 4, "fields": { "a": 0 } } } }
        """#

    static let jsonTokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "-", "1e9", "\u{0}", "é", "\"ref\"", "\n", "\\ud800",
        "0", " ", "\"call\":", "\"with\":", "\"expect\":", "\"result\":", "\"save\":", "\"steps\":", "\"modules\":",
        "{\"ref\":\"a\"}", "{\"join\":[1]}", "{\"expression\":\"a+1\"}", "{\"hex\":\"0\"}", "{\"eq\":1}", "[[[[",
        "]]]]", "\"z.crc32\"", "\"description\":\"\",",
        "-0",
        "1234567890123456789", "\"declarations\":", "\u{FEFF}", "\"\\u0000\"", "\"out.x\":", "\"behaviour\":2",
        "\"tracking\":", "\"module\":", "\"events\"", "\"setup\":", "\"cases\":", "\"atMost\":", "\"stdout\":",
        "\"file:a\":", "{\"golden\":\"a\"}", "\"repeat\":[", "\"times\":", "\"until\":{",
        "\"if\":{", "\"then\":[", "\"else\":[",
    ]

    static let declarations = [
        "typedef struct point { double x, y; union { int i; char c[4]; }; } point; enum color { RED, GREEN = 1 << 3 };",
        "_Success_(return != NULL) _Free_(release) char *(*f(_In_reads_(n) const uint8_t *b, size_t n, ...))(int);",
        "#pragma pack(push, 2)\nstruct p { char c; long l; unsigned a : 3, : 0; double _Complex z; int n[2][3]; };",
        "# 1 \"a.h\" 3\nextern int g(_Out_writes_to_(*n, 4) int *a, _Inout_ int *n, int (*h)(const void *b, size_t k));",
        "int k(_In_ struct t { int n; } *h, _In_reads_(h->n % 7 - 1 << m) int *a, _Out_writes_(strlen(s) + 1) char *b, const char *s, int m);",
        "unsigned long crc32(unsigned long crc, _In_reads_(len) const uint8_t *buf, unsigned int len)",
    ]

    static let settings = [
        "_Field_range_(1, 100) int32_t limit = 10", "const char *hosts[] = {\"localhost\", \"b\" \"c\"}",
        "_Field_range_(-0.5, 1e3) double weights[2] = {0.5f, .5}", "_Secret_ const char *key = NULL",
        "enum { RED, GREEN = 5 } tint = GREEN", "uint64_t large = 18446744073709551615u", "bool on = true",
        "struct { int a; struct { char name[8]; unsigned bits : 3; } b; } nested = {.a = 1, .b = {\"x\\n\\x41\\u00e9\", 7}}",
        "char word[4] = \"\\101\\0\"", "long sizes[2][2] = {{sizeof(int), 1 << 3}, {'a', -1}}",
    ]

    static let cTokens = [
        "_Field_range_(", "_Secret_", "= {", "1e400", "-.5", "NULL", "true", "\"\\x\"", ".a =",
        "int", "unsigned", "char", "const", "struct", "union", "enum", "typedef", "void", "*", "(", ")", "[", "]", "{",
        "}",
        ",", ";", "...", "=", "x", "size_t", "1", "0x7fffffffffffffff", "<<", "'a'", "\"t\"", "_In_", "_Out_",
        "_In_reads_(", "strlen(", "->", "return / 2",
        "_Success_(return", "_Self_", "sizeof", "?", ":", "__attribute__((packed))", "/*", "*/", "//", "\n", "#", "\\",
        "é", "_Alignas(", "_Complex", "__int128", "_Static_assert(", "offsetof(", "((((((((", "********",
        "[99999999999]",
        "{{{{{{{{", "#pragma pack(", "typedef typedef", "-", "~", "%0", "/0", "struct { struct {",
    ]
}
