// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Readers
internal import Workbench

/// Reads changed files of a module, and tells on standard error how far it is.
struct ModuleTrials {
    let module: ChangedModule
    let first: UInt64, count: UInt64

    init(path: String, first: UInt64, count: UInt64) throws {
        module = try ChangedModule([UInt8](Data(contentsOf: URL(filePath: path))))
        (self.first, self.count) = (first, count)
    }

    /// Returns whether all of them were refused or said what they were built to say.
    func callAsFunction() -> Bool {
        var (refused, accepted, broken) = (0, 0, 0)
        for number in 0..<count {
            // The last seed that is told is that of an input which ended the process.
            if number % 100_000 == 0 { write("\rseed \(first + number) ") }
            var random = SeededGenerator(seed: first + number)
            switch module.verdict(on: module.change(using: &random)) {
            case .refused: refused += 1
            case .accepted: accepted += 1
            case .broken(let words):
                broken += 1
                write("\rseed \(first + number): \(words)\n")
            }
        }
        write(
            "\r\(count) changed files: \(refused) refused, \(accepted) accepted as they were built, \(broken) others\n")
        return broken == 0
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
