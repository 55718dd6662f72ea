// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Another way of calling native code with something around it, as a script that measures it.
struct Peer {
    /// What must be installed for it.
    let name: String
    let program: String
    let script: String

    /// What a script prints, one a line.
    struct Row: Decodable {
        let row: String
        let ns: Double
    }

    /// Runs the script; nil where the program or what it needs is not installed.
    func rows(in folder: String, fixture: String, rounds: Int, calls: Int) throws -> [Row]? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, "\(folder)/\(script)", fixture, "\(rounds)", "\(calls)"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Few lines: neither pipe fills up while the other is read.
        let lines = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 || complaint.contains("ModuleNotFoundError") { return nil }
        guard process.terminationStatus == 0 else { throw PeerFailed(script: script, complaint: complaint) }
        return try lines.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Row.self, from: $0) }
    }
}

/// A peer's script did not come to its end.
struct PeerFailed: Error, CustomStringConvertible {
    let script: String
    let complaint: String

    var description: String { "\(script) failed:\n\(complaint)" }
}
