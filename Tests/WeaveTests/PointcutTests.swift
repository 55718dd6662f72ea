// SPDX-License-Identifier: Apache-2.0

import Declarations
import Testing
import Weave

@Suite("A pointcut")
struct PointcutTests {
    private func matches(_ patterns: String..., module: String = "shop", action: String, library: String = "libshop")
        throws -> Bool
    {
        let pointcut = try Pointcut(patterns.map { try #require(Pointcut.Pattern($0)) })
        return pointcut.matches(ActionName(module: module, action: action), library: library)
    }

    @Test("takes names as they are")
    func plain() throws {
        #expect(try matches("shop.buy", action: "buy"))
        #expect(try !matches("shop.buy", action: "buyer"))
        #expect(try !matches("shop.buy", action: "Buy"))
        #expect(try !matches("shop.buy", module: "shops", action: "buy"))
    }

    @Test(
        "takes * for any run of characters",
        arguments: [
            ("*", "buy", true), ("b*", "buy", true), ("*y", "buy", true), ("b*y", "by", true), ("b*y", "bury", true),
            ("b*y", "buyer", false), ("*u*", "buy", true), ("**", "", true), ("*b*a*", "abracadabra", true),
            ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXcXb", false), ("*aab", "aaaab", true), ("say*", "sa", false),
            ("*:", "openUrlWithUrl:", true), ("*ü*", "grüßen", true), ("?uy", "buy", false),
        ])
    func globs(pattern: String, action: String, isMatch: Bool) throws {
        #expect(try matches("shop.\(pattern)", action: action) == isMatch)
    }

    @Test("takes away what a pattern with ! names, wherever it stands")
    func negation() throws {
        #expect(try matches("shop.*", "!shop.close", action: "buy"))
        #expect(try !matches("shop.*", "!shop.close", action: "close"))
        #expect(try !matches("!shop.close", "shop.*", action: "close"))
        #expect(try !matches("!shop.close", action: "buy"))
        #expect(try !matches("*.*", "!*.*", action: "buy"))
    }

    @Test("names a library for all its instances")
    func libraries() throws {
        #expect(try matches("library:libshop.buy", module: "first", action: "buy"))
        #expect(try !matches("library:shop.buy", action: "buy"))
        #expect(try matches("library:libz.so.1.crc*", module: "z", action: "crc32", library: "libz.so.1"))
        #expect(try !matches("*.*", "!library:libshop.*", action: "buy"))
    }

    @Test("lets module names have dots")
    func dots() throws {
        let module = "GenericProtocol.MyFirstModule"
        #expect(try matches("GenericProtocol.MyFirstModule.sayHello", module: module, action: "sayHello"))
        #expect(try matches("GenericProtocol.*.say*", module: module, action: "sayHello"))
        #expect(try matches("*.sayHello", module: module, action: "sayHello"))
        #expect(try !matches("GenericProtocol.sayHello", module: module, action: "sayHello"))
    }

    @Test("without patterns takes nothing")
    func empty() throws {
        #expect(try !matches(action: "buy"))
    }

    @Test(
        "refuses what is not module.action",
        arguments: ["", "!", "buy", ".buy", "shop.", "library:", "library:shop", "!.x", "."])
    func malformed(text: String) {
        #expect(Pointcut.Pattern(text) == nil)
    }

    @Test("prints as it was written", arguments: ["shop.buy", "!shop.*", "library:libz.so.1.crc*", "!library:a.b"])
    func description(text: String) throws {
        #expect(try #require(Pointcut.Pattern(text)).description == text)
    }

    @Test("answers at once for a pattern that would take a backtracking matcher for ever")
    func hostilePattern() throws {
        let (stars, text) = (String(repeating: "a*", count: 200), String(repeating: "a", count: 20_000))
        #expect(try !matches("shop.\(stars)b", action: text))
    }
}
