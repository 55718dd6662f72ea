// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Another system that calls C from data.
struct Peer {
    let name: String
    private let command: [String]

    /// Those that are there.
    static var installed: [Peer] { all.filter(\.works) }

    private static let all = [
        Peer(name: "ctypes", command: ["python3", script("peer_ctypes.py")]),
        Peer(name: "cffi", command: ["python3", script("peer_cffi.py")]),
        Peer(name: "LuaJIT", command: ["luajit", script("peer_luajit.lua")]),
        Peer(name: "fiddle", command: ["ruby", script("peer_fiddle.rb")]),
    ]

    private var works: Bool {
        guard Program.exists(command[0]) else { return false }
        return name != "cffi" || (try? Program(["python3", "-c", "import cffi"]).output()) != nil
    }

    private static func script(_ name: String) -> String {
        URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../Peers/\(name)").standardized.path
    }

    /// Runs all cases; where the program dies, the next one goes on behind the case at which it did.
    func run(_ batch: Batch, cases: String) throws -> [Run: Verdict] {
        var verdicts: [Run: Verdict] = [:]
        let runs = batch.cases.count * 2
        while verdicts.count < runs {
            let program = try Program(
                ["timeout", "100"] + command + [cases, batch.library("gcc"), "\(verdicts.count)"])
            let lines = program.outputWhateverHappens().split(separator: "\n")
            let found = Self.read(lines)
            verdicts.merge(found) { $1 }
            if found.isEmpty { throw Program.Failed(command: name, output: lines.suffix(9).joined(separator: "\n")) }
        }
        return verdicts
    }

    /// A case in one way.
    struct Run: Hashable {
        let number: Int
        let way: Way
    }

    private static func read(_ lines: [Substring]) -> [Run: Verdict] {
        var verdicts: [Run: Verdict] = [:]
        var current: Run?
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1)
            if let started = Run(line) {
                current = started
            } else if let run = current, let verdict = Verdict(words) {
                verdicts[run] = verdict
                current = nil
            }
        }
        if let run = current { verdicts[run] = .crashed }
        return verdicts
    }
}

extension Peer.Run {
    /// Reads `start 12 call`.
    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "start", let number = Int(words[1]),
            let way = Way(rawValue: String(words[2]))
        else { return nil }
        self.init(number: number, way: way)
    }
}

extension Verdict {
    fileprivate init?(_ words: [Substring]) {
        let rest = words.count > 1 ? String(words[1]) : ""
        switch words.first {
        case "right": self = .right
        case "refused": self = .refused(rest)
        case "wrong": self = .wrong(rest)
        default: return nil
        }
    }
}
