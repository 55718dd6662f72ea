// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleSystem

/// A file that aspects write lines to.
private struct Lines: LineWriter {
    let file: LineFile

    func append(_ line: String) -> String? { file.append(line) }
}

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
