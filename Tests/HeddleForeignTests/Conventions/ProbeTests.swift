// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@testable import HeddleForeign

/// Functions that return the last of many arguments show in their code where it stood: what those before it took.
@Suite("Where an argument stands behind others")
struct ProbeTests {
    @Test(
        "on x86-64 as clang has it", .enabled(if: CompilerWitness.clang(for: .systemV) != nil),
        arguments: [4, 5] as [UInt64])
    func clangSystemV(seed: UInt64) throws {
        try compare(seed, SystemV.self, .systemV, #require(CompilerWitness.clang(for: .systemV)))
    }

    @Test(
        "on x86-64 as gcc has it", .enabled(if: gccIsForSystemV && CompilerWitness.gcc() != nil),
        arguments: [4, 5] as [UInt64])
    func gccSystemV(seed: UInt64) throws {
        try compare(seed, SystemV.self, .systemV, #require(CompilerWitness.gcc()))
    }

    @Test(
        "on AArch64 as clang has it", .enabled(if: CompilerWitness.clang(for: .aarch64) != nil),
        arguments: [4, 5] as [UInt64])
    func aarch64(seed: UInt64) throws {
        try compare(seed, AArch64.self, .aarch64, #require(CompilerWitness.clang(for: .aarch64)))
    }

    private func compare(
        _ seed: UInt64, _ convention: (some CallingConvention).Type, _ platform: CompilerWitness.Platform,
        _ witness: CompilerWitness
    ) throws {
        var types = RandomTypes(seed: seed, hasUnnamedBits: platform == .systemV)
        let signatures = (0..<150).map { _ in
            types.types(upTo: 10).filter { (try? convention.place([$0], result: .void)) != nil }
        }
        var text = CText()
        var sources: [String] = []
        for (index, signature) in signatures.enumerated() {
            let parameters = signature.enumerated().map { "\(text.declare("a\($0)", as: $1)), " }.joined()
            sources.append("long x\(index)(\(parameters)long last) { return last; }")
            text.add(sources[index])
            text.add("double v\(index)(\(parameters)double last) { return last; }")
        }
        let code = AssemblyCode(try witness.compile(text.lines, "-O1", "-fomit-frame-pointer"), platform)
        for (index, signature) in signatures.enumerated() {
            let source = Comment(rawValue: sources[index])
            let long = try convention.place(signature + [.long], result: .long).arguments.last
            let double = try convention.place(signature + [.double], result: .double).arguments.last
            #expect(long?.first?.place == code.place(in: "x\(index)"), source)
            #expect(double?.first?.place == code.place(in: "v\(index)"), source)
        }
    }
}
