// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import SystemPackage

/// The environment of the process, its files and its clock.
enum Surroundings {
    /// The value of a variable of the environment; nil if it is not set or empty.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name).map({ unsafe String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// The bytes of a file, without what is beyond a length; nil if it cannot be read.
    static func contents(of path: String, upTo length: Int) -> [UInt8]? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly) else { return nil }
        return try? file.closeAfter {
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            while bytes.count < length {
                let count = try unsafe piece.withUnsafeMutableBytes { buffer in try unsafe file.read(into: buffer) }
                if count == 0 { break }
                bytes += piece[..<count]
            }
            return bytes
        }
    }

    /// The time until a date as HTTP writes it, zero if it has passed; nil if the text is no date.
    static func time(until date: String) -> Duration? {
        let then = unsafe curl_getdate(date, nil)
        let now = Glibc.time(nil)
        return then < 0 ? nil : .seconds(max(0, then - now))
    }

    /// Does nothing for a time.
    static func pause(for time: Duration) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            let left = (end - .now) / .milliseconds(1)
            _ = poll(nil, 0, Int32(min(max(left.rounded(.up), 1), 1_000_000)))
        }
    }
}
