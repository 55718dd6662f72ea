// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import Synchronization

/// The number of bytes that this process has written anywhere. Bytes that Heddle has not written come from native code.
enum WrittenBytes {
    private static let own = Atomic<Int>(0)

    /// Counts what Heddle is about to write.
    static func count(_ bytes: Int) { own.wrappingAdd(bytes, ordering: .relaxed) }

    /// The number of bytes that native code has written, or less while Heddle writes; nil if the system does not say.
    static var ofNativeCode: Int? {
        // The system is asked first: what is counted behind that can only be too much.
        guard let all = all else { return nil }
        return all - own.load(ordering: .sequentiallyConsistent)
    }

    private static var all: Int? {
        guard let file = try? System.open("/proc/self/io", .forReading) else { return nil }
        defer { System.close(file) }
        guard let bytes = try? System.read(file, count: 4096) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let name = words.firstIndex(of: "wchar:"), name + 1 < words.endIndex else { return nil }
        return Int(words[name + 1])
    }
}
