// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleSystem
internal import Synchronization

/// A file that aspects write lines to.
private struct Lines: LineWriter {
    let file: LineFile

    func append(_ line: [UInt8], _ number: UInt64, from losses: EventLosses?) -> String? {
        file.append(line, number, from: losses)
    }

    func flush() { file.flush() }
}

extension EventLosses: LineSender {}

extension Origin {
    /// The file for lines of a behaviour of this origin. The path is relative to the behaviour.
    @Sendable func lineFile(_ path: String) throws(LineFileRefusal) -> any LineWriter {
        guard case .file = self else {
            throw LineFileRefusal(
                message: "a fetched behaviour may not write to files",
                suggestion: "save the behaviour to a file and run that, if you trust it")
        }
        let file = LineFile(path: place(of: path))
        if path.isEmpty { throw LineFileRefusal(message: "the path is empty") }
        if let reason = file.obstacle { throw LineFileRefusal(message: "\(path) cannot be written: \(reason)") }
        return Lines(file: file)
    }
}

/// The files that a behaviour writes lines to, each opened once.
final class OpenLineFiles: Sendable {
    private let files = Mutex<[String: any LineWriter]>([:])

    /// The file for a path in a text of this origin.
    func file(_ path: String, of origin: Origin) throws(LineFileRefusal) -> any LineWriter {
        let place = origin.place(of: path)
        return try files.withLock { files throws(LineFileRefusal) in
            if let known = files[place] { return known }
            let file = try origin.lineFile(path)
            files[place] = file
            return file
        }
    }
}
