// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Testing

@Suite("A name in a library")
struct SymbolTests {
    private func refusal(_ symbol: String, in library: Library) -> Diagnostic? {
        let refusal = #expect(throws: Diagnostic.self) { try library.function(symbol) }
        #expect(!library.defines(symbol))
        return refusal
    }

    private func call(_ declaration: String, in library: Library, _ value: Value) throws -> Value? {
        let signature = try signature(declaration)
        let name = ActionName(module: "system", action: signature.symbol)
        let action = try Action(
            name, signature, function: library.function(signature.symbol), instance: InstanceBox())
        return try action.call(value).result
    }

    @Test(
        "is no function of it when it stands in a library behind it", arguments: ["system", "exit", "abort", "dlopen"])
    func behind(symbol: String) throws {
        let refusal = try #require(try refusal(symbol, in: Fixture("Numbers").library))
        #expect(refusal.message == "there is no function \(symbol) in numbers")
        #expect(refusal.suggestion == "libc.so.6 has it: name that library in the place of numbers")
    }

    @Test("is refused when the library itself only uses it")
    func imported() throws {
        let refusal = try #require(try refusal("malloc", in: Fixture("Texts").library))
        #expect(refusal.message == "malloc is a function of another library, which texts only uses")
        #expect(refusal.suggestion == "libc.so.6 has it: name that library in the place of texts")
    }

    @Test("is refused when it is data")
    func data() throws {
        #expect(
            try refusal("exported_data", in: Fixture("Numbers").library)?.message
                == "exported_data is data, not a function")
        #expect(try refusal("heddle", in: Fixture("Numbers").library) != nil)
    }

    @Test(
        "is refused when it is hidden, or no name at all",
        arguments: ["hidden_function", "", "same int", "same_int\0x"])
    func hidden(symbol: String) throws {
        #expect(try refusal(symbol, in: Fixture("Numbers").library)?.code == .module(.symbolMissing))
    }

    @Test("that is nearly one gets the right one suggested")
    func suggestion() throws {
        #expect(try refusal("same_duoble", in: Fixture("Numbers").library)?.suggestion?.contains("same_double") == true)
    }

    @Test("of the system is found, also where the processor decides which function it is")
    func system() throws {
        let math = try Library.system("libm.so.6")
        #expect(try call("double cos(double x)", in: math, 0) == 1)
        #expect(try call("float sqrtf(float x)", in: math, 9) == 3)
        #expect(refusal("signgam", in: math)?.message == "signgam is data, not a function")
        #expect(refusal("malloc", in: math) != nil)
    }

    @Test("of which there are several versions is the newest")
    func versions() throws {
        let libc = try Library.system("libc.so.6")
        #expect(libc.defines("memcpy"))
        #expect(try call("size_t strlen(const char *s)", in: libc, "four") == 4)
    }

    @Test(
        "is looked up only in libraries that there are",
        arguments: [
            ("libnothing.so.9", "finds no such library"), ("", "not the name of a system library"),
            ("/lib/libm.so.6", "not the name of a system library"),
            ("./x.so", "not the name of a system library"),
        ])
    func missingLibrary(soname: String, reason: String) {
        let refusal = #expect(throws: Diagnostic.self) { try Library.system(soname) }
        #expect(refusal?.code == .module(.refused))
        #expect(refusal?.message.lowercased().contains(reason) == true)
    }
}
