// SPDX-License-Identifier: Apache-2.0

/// Marks behind what each case has printed, in a process that runs several: their output and their events come by
/// different ways, and the next case may have begun before a reader sees either.
///
/// The marks go to standard output and standard error as the process was started with them, whatever native code does to
/// these.
package final class CaseMarks {
    /// A mark. No text in UTF-8 has these bytes.
    package static let mark: [UInt8] = [0xFF] + Array("end of case".utf8) + [0xFE]

    private let files: [Int32]

    /// Keeps the streams, at numbers that native code is unlikely to use.
    package init() {
        files = [System.standardOutput, System.standardError].compactMap { try? System.duplicate($0, atLeast: 100) }
    }

    /// Marks the end of a case. What was printed is handed to the system before.
    package func write() {
        for file in files { try? System.write(Self.mark, to: file) }
    }
}
