// SPDX-License-Identifier: Apache-2.0

@testable import HeddleForeign

/// The assembly of functions that return one of their arguments.
struct AssemblyCode {
    private let platform: CompilerWitness.Platform
    private var instructions: [Substring: Substring] = [:]

    init(_ lines: [Substring], _ platform: CompilerWitness.Platform) {
        self.platform = platform
        var name: Substring = ""
        for line in lines {
            if line.first?.isLetter == true, let colon = line.firstIndex(of: ":") { name = line[..<colon] }
            let isInstruction = line.first == "\t" && line.dropFirst().first != "."
            if isInstruction, !line.isPrologue, instructions[name] == nil { instructions[name] = line.dropFirst() }
        }
    }

    /// Where the argument came from; nil where that cannot be seen.
    func place(in function: String) -> Placement.Place? {
        guard let instruction = instructions[function[...]] else { return nil }
        // `movq 8(%rsp), %rax  # comment`, `ldr x0, [sp, #8]  // comment`
        let words = instruction.prefix { $0 != "#" || platform == .aarch64 }
            .split { ", \t()[]#%".contains($0) }
        return platform == .systemV ? systemV(words, in: function) : aarch64(words, in: function)
    }

    private func systemV(_ words: [Substring], in function: String) -> Placement.Place? {
        if words.first?.hasPrefix("ret") == true || words.contains("rbp") && words.last == "rsp" {
            return function.first == "v" ? .float(0) : nil
        }
        // The return address stands below the arguments, and in a frame the caller's rbp as well.
        let below = ["rsp": 8, "rbp": 16]
        if words.count > 2, let below = below[String(words[2])], let offset = Int(words[1]) {
            return .stack(offset - below)
        }
        guard words.count >= 3 else { return nil }
        if let number = Int(words[1].drop { $0.isLetter }), words[1].hasPrefix("xmm") { return .float(number) }
        return SystemVRegisters.arguments.firstIndex(of: String(words[1])).map { .integer($0) }
    }

    private func aarch64(_ words: [Substring], in function: String) -> Placement.Place? {
        let isFloat = function.first == "v"
        if words.first == "ret" { return isFloat ? .float(0) : .integer(0) }
        guard words.count >= 3 else { return nil }
        if words[2] == "sp" { return .stack(words.count > 3 ? Int(words[3]) ?? 0 : 0) }
        return Int(words[2].dropFirst()).map { isFloat ? .float($0) : .integer($0) }
    }
}

extension Substring {
    /// True if an instruction only makes a frame for arguments of more alignment than the stack has.
    fileprivate var isPrologue: Bool {
        ["\tpushq\t%rbp", "\tmovq\t%rsp, %rbp", "\tandq\t$-", "\tsubq\t$"].contains { hasPrefix($0) }
    }
}

/// The registers of x86-64, in the order of arguments and of results.
enum SystemVRegisters {
    static let arguments = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"]
    static let results = ["rax", "rdx"]
}
