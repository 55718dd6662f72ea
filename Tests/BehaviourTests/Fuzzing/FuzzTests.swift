// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Declarations
import Diagnostics
import Foundation
import Testing
import Workbench

/// A few thousand inputs each unless the environment says otherwise: `HEDDLE_FUZZ_INPUTS` asks for more and
/// `HEDDLE_FUZZ_SEED` for others.
@Suite("Whatever is read")
struct FuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 2000
    private static let seed = environment["HEDDLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

    private func fuzz(_ corpus: [String], tokens: [String], _ check: (SourceText) -> [Diagnostic]) {
        var mutator = Mutator(corpus, tokens: tokens, seed: Self.seed)
        for number in 0..<Self.count {
            let source = SourceText(name: "input \(number)", bytes: mutator.next())
            for issue in check(source) {
                let ranges = [issue.range].compactMap(\.self) + issue.notes.compactMap(\.range)
                #expect(ranges.allSatisfy { $0.bytes.upperBound <= source.bytes.count }, "input \(number)")
                #expect(!issue.message.isEmpty && !issue.render().isEmpty, "input \(number)")
            }
        }
    }

    @Test("as a behaviour is taken or refused with places inside of it")
    func behaviours() {
        fuzz([fullExample, FuzzCorpus.plain, FuzzCorpus.sequence], tokens: FuzzCorpus.json) { source in
            let (part, issues) = Behaviour.readPart(source)
            if let part { PlainStepAgreement.check(part) }
            return issues
        }
    }

    @Test("as bindings is taken or refused with places inside of it")
    func bindings() {
        fuzz([FuzzCorpus.bindings], tokens: FuzzCorpus.json) { source in
            do throws(Diagnostics) {
                _ = try Bindings.read(source)
                return []
            } catch { return error.all }
        }
    }

    @Test("as declarations is taken or refused with places inside of it")
    func declarations() {
        fuzz(FuzzCorpus.declarations, tokens: FuzzCorpus.c) { source in
            let whole = SourceRange(source, 0..<source.bytes.count)
            var header = DeclarationScope()
            _ = header.readHeader(whole)
            var scope = DeclarationScope()
            do throws(Diagnostics) {
                _ = try scope.read(whole)
                return []
            } catch { return error.all }
        }
    }
}
