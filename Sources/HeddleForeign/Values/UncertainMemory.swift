// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc
internal import HeddleDeclarations

/// Memory that native code has told of, and that may be gone: it is copied by the kernel, or at once where faults are
/// handled. Both say where it is not there.
enum UncertainMemory {
    /// Copies bytes; nil where they cannot all be read.
    static func bytes(at address: UInt, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let isRead = unsafe bytes.withUnsafeMutableBytes { unsafe heddle_copy_from(address, $0.baseAddress, count) }
        return isRead ? bytes : nil
    }

    /// Returns whether bytes are certainly not there. Pointers to the first page and to addresses of the kernel are seen
    /// everywhere, all others where faults are handled, as in the command. Never asks the kernel.
    static func isAbsent(_ address: UInt, count: Int) -> Bool { heddle_is_absent(address, count) }

    /// Copies as many bytes as there is room for; false where they cannot all be read.
    static func copy(_ address: UInt, to room: UnsafeMutableRawBufferPointer) -> Bool {
        unsafe heddle_copy_from(address, room.baseAddress, room.count)
    }

    /// The pointer that stands at an address; nil where it cannot be read.
    static func pointer(at address: UInt) -> UInt? {
        var pointer: UInt = 0
        return unsafe copyAtOnce(address, to: &pointer, count: MemoryLayout<UInt>.size) ? pointer : nil
    }

    /// Copies bytes that most probably are there; false where they cannot all be read. The kernel is asked only where
    /// faults are not handled, or where there was one.
    static func copyAtOnce(_ address: UInt, to room: UnsafeMutableRawPointer, count: Int) -> Bool {
        unsafe heddle_read_known(address, room, count) || heddle_copy_from(address, room, count)
    }

    /// Writes bytes; false where that cannot be done. The kernel is asked only where faults are not handled, or where there
    /// was one.
    static func write(_ bytes: UnsafeRawBufferPointer, to address: UInt) -> Bool {
        unsafe heddle_write_known(address, bytes.baseAddress, bytes.count)
            || heddle_copy_to(address, bytes.baseAddress, bytes.count)
    }

    /// The length of a text of which the first byte can be read; nil for one that runs into memory which cannot. The kernel
    /// is asked only where the text goes on behind the end of a page.
    static func textLength(at address: UInt) -> Int? {
        var (length, next) = (0, address)
        while let start = unsafe UnsafePointer<CChar>(bitPattern: next) {
            let rest = page - Int(next % UInt(page))
            let count = unsafe strnlen(start, rest)
            length += count
            if count < rest { return length }
            next += UInt(rest)
            if bytes(at: next, count: 1) == nil { return nil }
        }
        return nil
    }

    /// The smallest page of any machine: in a piece of memory of that size, aligned so, all bytes can be read or none.
    private static let page = 4096

    /// The size of the pieces in which texts are read: no piece goes over the end of a page.
    private static let piece = 256

    /// The text at an address, copied; nil where it cannot be read to its end.
    static func text(at address: UInt) -> Value? {
        characters(at: address).map { text in
            String(validating: text, as: UTF8.self).map { .string($0) } ?? .bytes(text)
        }
    }

    /// The characters of a text without the NUL behind them, copied; nil where they cannot be read to their end.
    static func characters(at address: UInt) -> [UInt8]? {
        var (text, next) = ([UInt8](), address)
        while let bytes = bytes(at: next, count: piece - Int(next % UInt(piece))) {
            if let end = bytes.firstIndex(of: 0) { return text + bytes[..<end] }
            text += bytes
            next += UInt(bytes.count)
        }
        return nil
    }
}
