// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Foundation
import Testing

@Suite("The annotations of the module header") struct ModuleHeaderTests {
    /// The names of the macros that stand for annotations, with what follows them.
    private static let words: [String] = {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../include/heddle/module.h")
        let text = (try? String(contentsOf: place, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("#define _") }
            .map { String($0.dropFirst(8).prefix { $0 != "/" }).trimmingCharacters(in: .whitespaces) }
    }()

    @Test("are all understood")
    func understood() {
        #expect(Self.words.count > 40)
        for word in Self.words {
            let use = word.replacing("(condition)", with: "(return != 0)").replacing("(...)", with: "(one, two)")
            let found = [problems("int *f(\(use) char **x, int n, int m)"), problems("\(use) int *f(int n)")].flatMap(
                \.self)
            #expect(
                !found.contains { $0.code == .declaration(.unknownAnnotation) || $0.code == .declaration(.syntax) },
                "\(use)")
        }
    }

    @Test("mean nothing to a compiler", .enabled(if: !Compiler.installed.isEmpty), arguments: Compiler.installed)
    func nothing(compiler: Compiler) {
        let include = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../include"
        ).path
        let uses = Self.words.enumerated().map { "int f\($0)(\($1) char **n);\n" }.joined()
        #expect(compiler.complaint(about: "#include \"\(include)/heddle/module.h\"\n" + uses) == nil)
    }
}
