// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Formats of variadic arguments") struct FormatTests {
    @Test(
        "the parameter that is the format is read, as an annotation or an attribute",
        arguments: [
            "int f(int level, _Printf_format_string_ const char *format, ...)",
            "int f(int level, _In_z_ _Printf_format_string_ const char *format, ...)",
            "int f(int level, const char *format, ...) __attribute__((format(printf, 2, 3)))",
            "__attribute__((__format__(__printf__, 2, 3))) int f(int level, const char *format, ...)",
            "[[gnu::format(gnu_printf, 2, 3)]] int f(int level, const char *format, ...)",
            "int __attribute__((nonnull, format(printf, 1 + 1, 3))) f(int level, const char *format, ...)",
            "int f(int level, _Printf_format_string_ const char *format, ...) __attribute__((format(printf, 2, 3)))",
        ])
    func read(text: String) throws {
        let f = try signature(text)
        #expect(f.format == 1)
        #expect(try signature(f.description) == f)
    }

    @Test(
        "no format is remembered of other functions",
        arguments: [
            "int f(const char *format, ...)", "int f(const char *format, ...) __attribute__((format(scanf, 1, 2)))",
            "int f(const char *format, ...) __attribute__((format(strfmon, 1, 2)))",
            "int f(const char *format) __attribute__((format(printf, 1, 0)))",
            "int f(char *s, const char *format, void *p) __attribute__((format(strftime, 2, 0)))",
        ])
    func none(text: String) throws {
        #expect(try signature(text).format == nil)
    }

    @Test(
        "a format that cannot be is an error",
        arguments: [
            ("int f(_Printf_format_string_ const char *x)", "_Printf_format_string_", "annotation"),
            ("int f(_Printf_format_string_ int *x, ...)", "_Printf_format_string_", "annotation"),
            ("int f(_Printf_format_string_ int x, ...)", "_Printf_format_string_", "annotation"),
            ("int f(_Out_ _Printf_format_string_ char *x, ...)", "_Printf_format_string_", "annotation"),
            (
                "int f(_Printf_format_string_ const char *x, _Printf_format_string_ const char *y, ...)",
                "_Printf_format_string_", "annotation"
            ),
            ("int f(const char *x, ...) __attribute__((format(printf, 2, 2)))", "format(printf, 2, 2)", "attribute"),
            ("int f(const char *x, ...) __attribute__((format(printf, 1, 3)))", "format(printf, 1, 3)", "attribute"),
            ("int f(const char *x, ...) __attribute__((format(printf, 0, 2)))", "format(printf, 0, 2)", "attribute"),
            ("int f(int x, ...) __attribute__((format(printf, 1, 2)))", "format(printf, 1, 2)", "attribute"),
            ("int f(const char *x) __attribute__((format(printf, 1, 2)))", "format(printf, 1, 2)", "attribute"),
            (
                "int f(_Printf_format_string_ const char *x, const char *y, ...) __attribute__((format(printf, 2, 3)))",
                "format(printf, 2, 3)", "attribute"
            ),
        ])
    func mistakes(text: String, place: String, code: String) {
        let found = problems(text)
        #expect(found.map(\.code.description) == ["declaration.\(code)"])
        #expect(found.first?.range?.text == place)
    }
}
