// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("A format as of printf")
struct PrintfFormatTests {
    private func types(_ format: String) throws -> [String] {
        try PrintfFormat(format).arguments.map(\.description)
    }

    private func mistake(_ format: String) -> String? {
        #expect(throws: PrintfFormat.Mistake.self, "\(format)") { try PrintfFormat(format) }?.message
    }

    @Test("says which arguments it wants, in their order")
    func order() throws {
        #expect(try types("%d items of %s, %f%%") == ["int", "const char *", "double"])
        #expect(try types("") == [])
        #expect(try types("100%% Grüße") == [])
        #expect(try types("%%%d%%%%%c") == ["int", "int"])
    }

    @Test(
        "knows every conversion and length",
        arguments: [
            ("%i", "int"), ("%hhd", "int"), ("%hi", "int"), ("%ld", "long"), ("%lld", "long long"),
            ("%qd", "long long"), ("%jd", "long"), ("%zd", "long"), ("%td", "long"), ("%u", "unsigned int"),
            ("%hhx", "int"), ("%hu", "int"), ("%lo", "unsigned long"), ("%llX", "unsigned long long"),
            ("%zu", "unsigned long"), ("%ju", "unsigned long"), ("%c", "int"), ("%s", "const char *"),
            ("%p", "const void *"), ("%e", "double"), ("%G", "double"), ("%a", "double"), ("%lf", "double"),
            ("%Lf", "long double"), ("%ls", "const wchar_t *"), ("%lc", "unsigned int"),
        ])
    func conversions(format: String, type: String) throws {
        #expect(try types(format) == [type])
    }

    @Test("has flags, widths and precisions; stars are arguments of their own")
    func widths() throws {
        #expect(try types("%-+ #08.3f") == ["double"])
        #expect(try types("%*d") == ["int", "int"])
        #expect(try types("%.*s") == ["int", "const char *"])
        #expect(try types("%-*.*Lf%d") == ["int", "int", "long double", "int"])
        #expect(try types("%'d") == ["int"])
        #expect(try types("%.d") == ["int"])
    }

    @Test("wants no argument for the error's text")
    func errorText() throws {
        #expect(try types("%m %d") == ["int"])
    }

    @Test("is refused where it writes, numbers its arguments, or does not end")
    func refused() {
        #expect(mistake("%d %n") == "\"%n\" writes through its argument")
        #expect(mistake("%hhn") == "\"%hhn\" writes through its argument")
        #expect(mistake("%2$d") == "\"%2$\" takes its argument by number")
        #expect(mistake("100%") == "\"%\" does not end")
        #expect(mistake("%-5") == "\"%-5\" does not end")
        #expect(mistake("% ") == "\"% \" does not end")
        #expect(mistake("%l") == "\"%l\" does not end")
    }

    @Test(
        "is refused where a conversion is none, or has a length that it cannot have",
        arguments: ["%y", "%k", "%hs", "%Ld", "%hf", "%lp", "%llc", "%hhhd", "%lld%Z", "%!", "%é", "%lls", "%hc"])
    func unknown(format: String) {
        #expect(mistake(format)?.hasSuffix("is not a conversion that Heddle knows") == true)
    }
}
