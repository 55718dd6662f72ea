// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Unpacks gzip or zlib as it comes.
@safe
final class Inflater {
    /// The bytes are not of that form.
    struct Malformed: Error {}

    /// True once a whole stream has come, with the checksum at its end.
    private(set) var isComplete = false
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(Malformed) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe heddle_inflate_init(stream) == Z_OK else { throw Malformed() }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Unpacks a piece, and hands over what it yields in pieces of at most 64 KB, until one is not taken.
    func unpack(_ packed: [UInt8], into take: ([UInt8]) -> Bool) throws(Malformed) {
        var packed = packed
        var output = [UInt8](repeating: 0, count: 64 << 10)
        var used = 0
        repeat {
            // Several members may follow each other (RFC 1952).
            if isComplete {
                guard used < packed.count, unsafe inflateReset(stream) == Z_OK else { return }
                isComplete = false
            }
            let (code, left, free) = unsafe packed.withUnsafeMutableBufferPointer { packed in
                unsafe output.withUnsafeMutableBufferPointer { output in
                    unsafe stream.pointee.next_in = packed.baseAddress.map { unsafe $0 + used }
                    unsafe stream.pointee.avail_in = UInt32(packed.count - used)
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(output.count)
                    let code = unsafe inflate(stream, Z_NO_FLUSH)
                    return unsafe (code, Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
                }
            }
            // Z_BUF_ERROR says that more is needed to go on.
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw Malformed() }
            used = packed.count - left
            isComplete = code == Z_STREAM_END
            let yielded = output.count - free
            if yielded > 0, !take(Array(output[..<yielded])) { return }
            if !isComplete, free > 0 { return }
        } while true
    }
}
