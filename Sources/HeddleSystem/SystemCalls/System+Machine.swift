// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Facts of the machine, for people who read a report elsewhere.
extension System {
    /// The system with its release and the processor's architecture, such as `Linux 6.1.0-18-amd64 x86_64`.
    package static var kernel: String {
        var name = utsname()
        guard unsafe uname(&name) == 0 else { return "Linux" }
        return [text(of: name.sysname), text(of: name.release), text(of: name.machine)].joined(separator: " ")
    }

    /// The time in UTC, such as `2026-11-24T22:10:31Z`.
    package static var dateAndTime: String {
        var (now, parts) = unsafe (seconds, tm())
        unsafe gmtime_r(&now, &parts)
        let numbers = unsafe [
            parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
        ]
        let words = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
        return words.prefix(3).joined(separator: "-") + "T" + words.suffix(3).joined(separator: ":") + "Z"
    }

    /// The text of an array of characters, which Swift sees as a tuple.
    private static func text<Characters>(of characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
