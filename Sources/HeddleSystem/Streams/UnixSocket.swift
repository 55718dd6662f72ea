// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Sockets of this machine by their paths.
package enum UnixSocket {
    /// Sends a datagram once; one that nobody takes is lost.
    ///
    /// - Parameter path: of the socket; one that begins with `@` is in the abstract namespace.
    package static func send(_ bytes: [UInt8], to path: String) {
        unsafe with(SOCK_DGRAM, path) { file, address, length in
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            _ = unsafe sendto(file, bytes, bytes.count, flags, address, length)
        }
    }

    /// Returns whether a process listens on a stream socket.
    package static func hasListener(_ path: String) -> Bool {
        unsafe with(SOCK_STREAM, path) { file, address, length in unsafe connect(file, address, length) == 0 } ?? false
    }

    /// The longest path of a socket, in bytes.
    package static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    private static func with<Result>(
        _ type: __socket_type, _ path: String,
        _ body: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Result
    ) -> Result? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard !name.isEmpty, name.count <= longestPath else { return nil }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let file = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { return nil }
        defer { System.close(file) }
        // The length says where a name in the abstract namespace ends.
        let length = MemoryLayout<sa_family_t>.size + name.count + (name[0] == 0 ? 0 : 1)
        return unsafe withUnsafeBytes(of: &address) { address in
            unsafe body(file, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(length))
        }
    }
}
