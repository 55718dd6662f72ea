// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes all bytes to a file, however often the system takes a part of them only.
///
/// - Returns: 0, or the `errno` of what failed.
func writeWhole(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        rest = rest.dropFirst(count)
    }
    return 0
}
