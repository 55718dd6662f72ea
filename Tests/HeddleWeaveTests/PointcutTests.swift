// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing
import HeddleWeave

@Suite("A pointcut")
struct PointcutTests {
    private func matches(_ patterns: String..., module: String = "shop", action: String, library: String = "libshop")
        throws -> Bool
    {
        let pointcut = try Pointcut(patterns.map { try #require(Pointcut.Pattern($0)) })
        let signature = Signature(symbol: action, result: .void, parameters: [])
        let candidate = Pointcut.Candidate(ActionName(module: module, action: action), library: library, signature) {
            _ in
            nil
        }
        return pointcut.mismatch(with: candidate) == nil
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

    // MARK: Tags and types

    /// Why a pointcut on all names does not apply to an action; nil where it does.
    private func mismatch(_ signature: Signature, tags: [String] = [], returns: String? = nil, takes: [String] = [])
        throws -> String?
    {
        let types: [String: CType] = [
            "int": .integer(.int), "const char *": .pointer(to: .integer(.char), isConst: true),
            "char *": .pointer(to: .integer(.char), isConst: false), "number": .named("number", .integer(.int)),
        ]
        let all = try Pointcut([#require(Pointcut.Pattern("*.*"))], tags: tags, returns: returns, takes: takes)
        let name = ActionName(module: "shop", action: signature.symbol)
        return all.mismatch(with: .init(name, library: "libshop", signature) { types[$0] })?.description
    }

    @Test("chooses by tags: one of those that are wanted, none of those with !")
    func tags() throws {
        let pay = Signature(symbol: "pay", result: .void, tags: ["money", "slow"], parameters: [])
        #expect(try mismatch(pay, tags: ["money"]) == nil)
        #expect(try mismatch(pay, tags: ["fast", "slow"]) == nil)
        #expect(try mismatch(pay, tags: ["!fast"]) == nil)
        #expect(try mismatch(pay, tags: ["fast"]) == "it is not tagged fast")
        #expect(try mismatch(pay, tags: ["fast", "free"]) == "it is not tagged fast or free")
        #expect(try mismatch(pay, tags: ["money", "!slow"]) == "it is tagged slow")
        #expect(try mismatch(Signature(symbol: "close", result: .void, parameters: []), tags: ["!slow"]) == nil)
    }

    @Test("chooses by the type that is returned, whatever name it goes by")
    func returns() throws {
        let size = Signature(symbol: "size", result: .integer(.int), parameters: [])
        #expect(try mismatch(size, returns: "int") == nil)
        #expect(try mismatch(size, returns: "number") == nil)
        #expect(try mismatch(size, returns: "char *") == "it returns int, not char *")
        #expect(try mismatch(size, returns: "unheard_of") == "it returns int, not unheard_of")
    }

    @Test("chooses by the types that are taken, const and how many of them among it")
    func takes() throws {
        let text = CType.pointer(to: .integer(.char), isConst: true)
        let say = Signature(
            symbol: "say", result: .void,
            parameters: [Parameter(name: "a", type: text), Parameter(name: "b", type: .integer(.int))])
        #expect(try mismatch(say, takes: ["const char *"]) == nil)
        #expect(try mismatch(say, takes: ["int", "const char *"]) == nil)
        #expect(try mismatch(say, takes: ["char *"]) == "it takes no char *")
        #expect(try mismatch(say, takes: ["int", "int"]) == "it takes no int")
    }

    @Test("names an action where a pattern has its whole name")
    func exactness() throws {
        func names(_ pattern: String) throws -> Bool {
            let signature = Signature(symbol: "buy", result: .void, parameters: [])
            let name = ActionName(module: "shop", action: "buy")
            return try Pointcut([#require(Pointcut.Pattern(pattern))])
                .names(.init(name, library: "libshop", signature) { _ in nil })
        }
        #expect(try names("shop.buy"))
        #expect(try names("library:libshop.buy"))
        #expect(try !names("shop.b*"))
        #expect(try !names("*.buy"))
        #expect(try !names("!shop.buy"))
        #expect(try !names("shop.sell"))
    }
}
