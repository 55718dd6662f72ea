// SPDX-License-Identifier: Apache-2.0

/// A file without a name for what need not stay in memory until it is needed. It is gone with the process.
package final class SideFile {
    private let descriptor: Int32
    private var count = 0

    init?(inFolder path: String) {
        guard let file = try? System.open(path, [.forReadingAndWriting, .unnamed]) else { return nil }
        descriptor = file
    }

    deinit { System.close(descriptor) }

    /// Writes some bytes behind the others.
    ///
    /// - Returns: where they are.
    package func append(_ bytes: [UInt8]) throws(SystemFailure) -> Range<Int> {
        // A part may have been written before it failed, so the place counts what was written.
        var done = 0
        defer { count += done }
        try System.write(bytes, to: descriptor, done: &done)
        return count..<count + bytes.count
    }

    /// The bytes at a place; fewer if the file ends before.
    package func bytes(at place: Range<Int>) throws(SystemFailure) -> [UInt8] {
        try System.part(of: descriptor, place)
    }
}
