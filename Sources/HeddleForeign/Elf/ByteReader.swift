// SPDX-License-Identifier: Apache-2.0

/// Reads numbers, in the byte order of this machine, out of bytes that may be anything: out of bounds is nil, never a
/// trap.
struct ByteReader: Sendable {
    let bytes: [UInt8]

    static let isBigEndian = 1.bigEndian == 1

    func integer<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T? {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
        return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    /// An offset or size of the file's own, which must fit into it.
    func offset(at position: Int) -> Int? {
        integer(UInt64.self, at: position).flatMap { $0 <= UInt64(bytes.count) ? Int($0) : nil }
    }

    /// The bytes of a span that lies inside.
    func span(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[offset..<offset + count]
    }

    /// A text that ends with NUL before `limit`.
    func text(at offset: Int, before limit: Int) -> String? {
        guard offset >= 0, offset < limit, limit <= bytes.count,
            let end = bytes[offset..<limit].firstIndex(of: 0)
        else { return nil }
        return String(validating: bytes[offset..<end], as: UTF8.self)
    }
}
