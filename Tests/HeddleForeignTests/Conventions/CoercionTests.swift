// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@testable import HeddleForeign

@Suite("How one value travels, compared with clang", .enabled(if: CompilerWitness.clang(for: .aarch64) != nil))
struct CoercionTests {
    @Test("on x86-64", arguments: [1, 2, 3] as [UInt64])
    func systemV(seed: UInt64) throws {
        var types = RandomTypes(seed: seed, hasUnnamedBits: true)
        try compare((0..<200).map { _ in types.next() }, SystemV.self, .systemV)
    }

    @Test("on AArch64", arguments: [1, 2, 3] as [UInt64])
    func aarch64(seed: UInt64) throws {
        var types = RandomTypes(seed: seed, hasUnnamedBits: false)
        try compare((0..<200).map { _ in types.next() }, AArch64.self, .aarch64)
    }

    private func compare(
        _ types: [CType], _ convention: (some CallingConvention).Type, _ platform: CompilerWitness.Platform
    ) throws {
        let clang = try #require(CompilerWitness.clang(for: platform))
        var text = CText()
        var sources: [String] = []
        for (index, type) in types.enumerated() {
            let (argument, result) = (text.declare("x", as: type), text.declare("r\(index)(void)", as: type))
            sources.append("void a\(index)(\(argument)) {} \(result) { \(text.declare("x", as: type)); return x; }")
            text.add(sources[index])
        }
        let code = IntermediateCode(try clang.compile(text.lines, "-emit-llvm", "-O0"))
        var placed = 0
        for (index, type) in types.enumerated() {
            guard let placement = convention.placeAlone(type) else { continue }
            placed += 1
            let size = type.canonical.layout?.size ?? 0
            let simplify = { (words: String) in simplified(words, ofSize: size, on: platform) }
            let source = Comment(rawValue: sources[index])
            #expect(simplify(placement.argument(0, of: type)) == simplify(code.argument(of: "a\(index)")), source)
            #expect(simplify(placement.resultWords) == simplify(code.result(of: "r\(index)")), source)
        }
        #expect(placed > types.count * 3 / 4, "too many are refused")
    }

    /// Takes a pointer for the integer that it is, and all floating-point registers of x86-64 for the same.
    private func simplified(_ words: String, ofSize size: Int, on platform: CompilerWitness.Platform) -> String {
        words.split(separator: " ").map { word in
            if word == "p", size <= 16 { return "x" }
            return platform == .systemV && word.first == "v" ? "v" : String(word)
        }.joined(separator: " ")
    }
}
