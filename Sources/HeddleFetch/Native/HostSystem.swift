// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// The environment of the process, its files and its clock.
///
/// These are few functions of the system: a package for them would take as long to build as all else here.
enum HostSystem {
    /// A file that cannot be written to.
    struct WriteFailure: Error {
        let systemError: Int32
    }

    /// The value of a variable of the environment; nil if it is not set or empty.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name).map({ unsafe String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// The bytes of a file, without what is beyond a length; nil if it cannot be read.
    static func contents(of path: String, upTo length: Int) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < length {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Reads what there is, and waits until there is something; empty at the end, and where nothing can be read.
    static func read(from file: Int32) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            piece.removeLast(piece.count - max(count, 0))
            return piece
        }
    }

    /// Writes all of it to standard output or standard error.
    static func write(_ bytes: [UInt8], to file: Int32) throws(WriteFailure) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw WriteFailure(systemError: errno) }
            done += count
        }
    }

    /// The system's words for an `errno`.
    static func words(for systemError: Int32) -> String {
        unsafe strerror(systemError).map { unsafe String(cString: $0) } ?? "error \(systemError)"
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
