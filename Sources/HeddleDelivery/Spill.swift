// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// The files beside a database that get the lines which a process that crashes could not add to it. Each process has
/// one of its own; the lines of those that have ended are added by whoever opens the database next.
struct Spill {
    let database: String

    private var prefix: String { LexicalPath(database).name + ".spill." }
    private var folder: String { LexicalPath(database).folder.text }

    /// The file of this process.
    var own: String { database + ".spill.\(CurrentProcess.number)" }

    /// Keeps lines of this process; false if they cannot be kept. Then none of them is.
    func add(_ text: [UInt8]) -> Bool {
        while let file = try? System.open(own, [.forWriting, .creating, .appending], permissions: 0o600) {
            defer { System.close(file) }
            // A holder of the lock may be about to take the lines, and to empty or to remove the file behind them.
            guard (try? System.lock(file, waiting: true)) == true else { return false }
            let named = (try? System.status(at: own))?.number
            guard let named, let status = try? System.status(of: file), status.number == named else { continue }
            do throws(SystemFailure) { try System.write(text, to: file) } catch {
                // A full disk takes a part, which the caller keeps elsewhere; lines that follow would be added to a torn one.
                try? System.truncate(file, to: status.size)
                return false
            }
            return true
        }
        return false
    }

    /// Adds the lines that ended processes have left.
    ///
    /// - Parameter add: adds them, or throws; then they stay.
    func collect(_ add: ([UInt8], [TakenLine]) throws(DatabaseFailure) -> Void) throws(DatabaseFailure) {
        for name in (try? System.entries(ofFolder: folder)) ?? [] where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count)),
                process == CurrentProcess.number || !System.isAlive(process)
            else { continue }
            let path = "\(folder)/\(name)"
            guard let file = try? System.open(path, .forReading) else { continue }
            defer { System.close(file) }
            // The holder of the lock takes the lines; they or the name are gone before the lock is. Another queue of this
            // process holds it briefly.
            guard (try? System.lock(file, waiting: process == CurrentProcess.number)) == true,
                let size = (try? System.status(of: file))?.size,
                let text = try? System.read(file, count: size)
            else { continue }
            let lines = Self.lines(of: text)
            if !lines.isEmpty { try add(text, lines) }
            // This process has its own open, to write to it when it crashes.
            if process == CurrentProcess.number {
                if !lines.isEmpty, let emptied = try? System.open(path, [.forWriting, .emptying]) {
                    System.close(emptied)
                }
            } else {
                try? System.remove(path)
            }
        }
    }

    /// The whole lines of a text. When each was taken is not known any more.
    private static func lines(of text: [UInt8]) -> [TakenLine] {
        var (lines, start) = ([TakenLine](), 0)
        let now = WallClock.nanoseconds
        while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(TakenLine(range: start..<end + 1, time: now))
            start = end + 1
        }
        return lines
    }
}
