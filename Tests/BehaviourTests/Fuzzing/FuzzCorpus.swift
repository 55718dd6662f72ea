// SPDX-License-Identifier: Apache-2.0

/// Valid texts of each kind that is read, and what they are made of.
enum FuzzCorpus {
    static let plain = #"""
        {"behaviour":1,"modules":{"z":{"library":"libz.so.1"},"m":{"library":"libm.so.6"}},"steps":[
          {"call":"z.crc32","with":[0,"hello",5],"expect":{"result":907060870}},
          { "with" : [ -1.5e3 , true ] , "call" : "m.cos" , "expect" : { "result" : -0 } },
          {"call":"z.none"},{"call":"z.none","with":[]},{"call":"z.none","with":["a\u0062",null]},
          {"expect":{"result":"é"},"call":"m.text","with":[false,123456789012345678,1234567890123456789]}]}
        """#

    static let sequence =
        #"[{"name": "a.b", "actions": [{"func": "f:"}, {"func": "g", "value": {"bytes": "aGk="}}]}, {"name": "c"}]"#

    static let bindings = #"""
        { "bindings": 1, "soname": "libz.so.1", "headers": ["zlib.h"],
          "declarations": [ "typedef struct { int a; } box", "int f(box *b)", "unsigned long crc32(unsigned long crc)" ],
          "constants": { "Z_OK": 0, "NAME": "zlib", "BIG": 18446744073709551615, "HALF": 0.5 },
          "layouts": { "box": { "size": 4, "alignment": 4, "fields": { "a": 0 } } } }
        """#

    static let json = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "-", "1e9", "\u{0}", "é", "\"ref\"", "\n", "\\ud800",
        "0", " ", "\"call\":", "\"with\":", "\"expect\":", "\"result\":", "\"save\":", "\"steps\":", "\"modules\":",
        "{\"ref\":\"a\"}", "{\"hex\":\"0\"}", "{\"eq\":1}", "[[[[", "]]]]", "\"z.crc32\"", "\"description\":\"\",",
        "-0",
        "1234567890123456789", "\"declarations\":", "\u{FEFF}", "\"\\u0000\"", "\"out.x\":", "\"behaviour\":2",
    ]

    static let declarations = [
        "typedef struct point { double x, y; union { int i; char c[4]; }; } point; enum color { RED, GREEN = 1 << 3 };",
        "_Success_(return != NULL) _Free_(release) char *(*f(_In_reads_(n) const uint8_t *b, size_t n, ...))(int);",
        "#pragma pack(push, 2)\nstruct p { char c; long l; unsigned a : 3, : 0; double _Complex z; int n[2][3]; };",
        "# 1 \"a.h\" 3\nextern int g(_Out_writes_to_(*n, 4) int *a, _Inout_ int *n, int (*h)(const void *b, size_t k));",
        "unsigned long crc32(unsigned long crc, _In_reads_(len) const uint8_t *buf, unsigned int len)",
    ]

    static let c = [
        "int", "unsigned", "char", "const", "struct", "union", "enum", "typedef", "void", "*", "(", ")", "[", "]", "{",
        "}",
        ",", ";", "...", "=", "x", "size_t", "1", "0x7fffffffffffffff", "<<", "'a'", "\"t\"", "_In_", "_Out_",
        "_In_reads_(",
        "_Success_(return", "_Self_", "sizeof", "?", ":", "__attribute__((packed))", "/*", "*/", "//", "\n", "#", "\\",
        "é", "_Alignas(", "_Complex", "__int128", "_Static_assert(", "offsetof(", "((((((((", "********",
        "[99999999999]",
        "{{{{{{{{", "#pragma pack(", "typedef typedef", "-", "~", "%0", "/0", "struct { struct {",
    ]
}
