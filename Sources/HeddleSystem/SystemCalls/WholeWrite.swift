// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes all bytes to a file, however often the system takes a part of them only.
///
/// - Returns: 0, or the `errno` of what failed.
func writeWhole(_ bytes: [UInt8], to file: Int32) -> Int32 {
    unsafe handOver(bytes) { unsafe write(file, $0.baseAddress, $0.count) }
}

/// Sends all bytes through a socket. That nobody is at the other end is a failure like any other, and no signal.
///
/// - Returns: 0, or the `errno` of what failed.
@discardableResult
func sendWhole(_ bytes: [UInt8], to socket: Int32) -> Int32 {
    unsafe handOver(bytes) { unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
}

private func handOver(_ bytes: [UInt8], _ handOverSome: (UnsafeRawBufferPointer) -> Int) -> Int32 {
    unsafe bytes.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
            let count = unsafe handOverSome(UnsafeRawBufferPointer(rebasing: bytes[done...]))
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            done += count
        }
        return 0
    }
}
