// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Texts of the system need no declarations")
struct SystemTextTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("in pieces")
    func pieces() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "char *", "save": "rest" },
            { "call": "c.strtok_r", "with": ["warp, weft", ", ", { "ref": "rest" }],
              "expect": { "result": "warp" } },
            { "call": "c.strtok_r", "with": [null, ", ", { "ref": "rest" }], "expect": { "result": "weft" } },
            { "call": "c.strtok_r", "with": [null, ", ", { "ref": "rest" }], "expect": { "result": null } },
            { "call": "c.strtok", "with": ["a b", " "], "expect": { "result": "a" } },
            { "call": "c.strtok", "with": [null, " "], "expect": { "result": "b" } },
            { "call": "c.strsep", "with": ["one:two", ":"], "expect": { "result": "one", "out.text": "two" } },
            { "call": "c.getsubopt", "with": ["size=5,fast", ["fast", "size"]],
              "expect": { "result": 1, "out.options": "fast", "out.value": "5" } },
            { "call": "c.dirname", "with": ["/usr/include/stdio.h"], "expect": { "result": "/usr/include" } },
            { "call": "c.basename", "with": ["/usr/include/stdio.h"], "expect": { "result": "stdio.h" } },
            { "new": "char *[5]", "value": ["loom", "-v", "-o", "cloth", "thread"], "save": "arguments" },
            { "call": "c.getopt", "with": [5, { "ref": "arguments" }, "vo:"], "expect": { "result": 118 } },
            { "call": "c.getopt", "with": [5, { "ref": "arguments" }, "vo:"], "expect": { "result": 111 } },
            { "call": "c.getopt", "with": [5, { "ref": "arguments" }, "vo:"], "expect": { "result": -1 } },
            { "call": "c.strncpy", "with": ["weft", 8], "expect": { "out.to": "weft" } },
            { "call": "c.swab", "with": ["abcd", 4], "expect": { "out.to": { "hex": "62616463" } } },
            { "call": "c.a64l", "with": ["/"], "expect": { "result": 1 } }
            """)
        #expect(mistakes == "")
    }

    @Test("in other locales and encodings")
    func locales() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.newlocale", "with": ["LC_ALL_MASK", "C.UTF-8", null], "save": "locale" },
            { "call": "c.uselocale", "with": [{ "ref": "locale" }], "save": "before" },
            { "call": "c.mbrtowc", "with": ["ét", 3, null], "expect": { "result": 2, "out.wide": 233 } },
            { "call": "c.wcrtomb", "with": [8364, null], "expect": { "result": 3 } },
            { "call": "c.mbsrtowcs", "with": ["Köper", 10, null],
              "expect": { "result": 5, "out.wide": "Köper", "out.text": null } },
            { "call": "c.wcsrtombs", "with": ["Köper", 20, null],
              "expect": { "result": 6, "out.text": "Köper", "out.wide": null } },
            { "call": "c.uselocale", "with": [{ "ref": "before" }] },
            { "call": "c.toupper_l", "with": [97, { "ref": "locale" }], "expect": { "result": 65 } },
            { "call": "c.nl_langinfo_l", "with": ["CODESET", { "ref": "locale" }],
              "expect": { "result": "UTF-8" } },
            { "call": "c.strftime_l", "with": [20, "%A", { "tm_wday": 1 }, { "ref": "locale" }],
              "expect": { "out.text": "Monday" } },
            { "call": "c.strfmon", "with": [20, "%.2n", { "double": 2.5 }], "expect": { "out.text": "2.50" } },
            { "call": "c.freelocale", "with": [{ "ref": "locale" }] },
            { "call": "c.localeconv", "expect": { "result.decimal_point": "." } },
            { "call": "c.iconv_open", "with": ["UTF-16LE", "UTF-8"], "save": "converter" },
            { "new": "char[8]", "value": "weft", "save": "from" },
            { "new": "uint16_t[8]", "save": "to" },
            { "call": "c.iconv", "with": [{ "ref": "converter" }, { "ref": "from" }, 4, { "ref": "to" }, 16],
              "expect": { "result": 0, "out.size": 0, "out.room": 8 } },
            { "read": "to[3]", "expect": { "result": 116 } },
            { "call": "c.iconv_close", "with": [{ "ref": "converter" }] },
            { "call": "c.wcstol", "with": ["12abc", 10], "expect": { "result": 12, "out.rest": "abc" } },
            { "call": "c.wcsdup", "with": ["Schuss"], "expect": { "result": "Schuss" } },
            { "call": "c.wcsstr", "with": ["Kette und Schuss", "und"], "expect": { "result": "und Schuss" } },
            { "call": "c.wctype", "with": ["digit"], "save": "digits" },
            { "call": "c.iswctype", "with": [51, { "ref": "digits" }], "expect": { "result": { "ne": 0 } } }
            """)
        #expect(mistakes == "")
    }
}
