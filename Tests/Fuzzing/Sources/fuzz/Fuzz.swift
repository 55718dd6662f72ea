// SPDX-License-Identifier: Apache-2.0

internal import CFuzzer
internal import Foundation
internal import Readers

/// `fuzz --reader=NAME [FLAG of libFuzzer]... [FOLDER of inputs]...`: reads what libFuzzer makes, and ends where a
/// promise is broken. `fuzz --reader=NAME --seeds=FOLDER` writes the inputs to begin with, and a dictionary.
///
/// `fuzz --behaviours=COUNT --seed=NUMBER`: checks that many generated behaviours, and runs those that check accepts.
///
/// `fuzz --memory=COUNT --seed=NUMBER [--compiler=PATH] [--flag=FLAG]`: makes so many operations in memory, and compares
/// each with a model. The compiler builds the module whose functions get the memory.
///
/// `fuzz --module=FILE --modules=COUNT --seed=NUMBER`: reads that many changed copies of a module.
@main enum Fuzz {
    static func main() throws {
        if let count = option("behaviours").flatMap(UInt64.init) {
            exit(try BehaviourTrials(first: option("seed").flatMap(UInt64.init) ?? 1, count: count)() ? 0 : 1)
        }
        if let count = option("memory").flatMap(UInt64.init) {
            let bench = try MemoryBench(
                compiler: option("compiler") ?? "cc", flags: [option("flag")].compactMap(\.self))
            exit(MemoryTrials(bench, first: option("seed").flatMap(UInt64.init) ?? 1, operations: count)() ? 0 : 1)
        }
        if let count = option("modules").flatMap(UInt64.init), let path = option("module") {
            let first = option("seed").flatMap(UInt64.init) ?? 1
            exit(try ModuleTrials(path: path, first: first, count: count)() ? 0 : 1)
        }
        guard let folder = option("seeds") else { exit(fuzzer_run { Fuzz.readInput() }) }
        try write(reader.seeds, to: URL(filePath: folder))
    }

    private static let reader: FuzzedReader = {
        guard let reader = option("reader").flatMap(FuzzedReader.init) else {
            fatalError("--reader= is one of \(FuzzedReader.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return reader
    }()

    private static func option(_ name: String) -> String? {
        CommandLine.arguments.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
    }

    private static func readInput() {
        let bytes = (0..<fuzzer_input_size()).map { fuzzer_input_byte($0) }
        let broken = reader.brokenPromises(reading: bytes)
        if broken.isEmpty { return }
        // Optimised code traps without a message.
        let input = String(decoding: bytes, as: UTF8.self).debugDescription
        FileHandle.standardError.write(Data("\(broken.joined(separator: "\n"))\nreading \(input)\n".utf8))
        fatalError("a promise was broken")
    }

    private static func write(_ seeds: [String], to folder: URL) throws {
        let inputs = folder.appending(path: "seeds")
        try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
        for (index, seed) in seeds.enumerated() {
            try Data(seed.utf8).write(to: inputs.appending(path: "\(index)"))
        }
        let lines = reader.tokens.map { "\"\($0.utf8.map { String(format: "\\x%02x", $0) }.joined())\"\n" }
        try Data(lines.joined().utf8).write(to: folder.appending(path: "dictionary"))
    }
}
