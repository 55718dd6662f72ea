// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The metadata of a file.
package struct FileStatus: Sendable {
    /// The kinds of files.
    package enum Kind: Sendable {
        case regular, folder, link, fifo, socket, characterDevice, blockDevice
    }

    package let kind: Kind
    /// In bytes.
    package let size: Int
    package let device: UInt
    /// The number of the file on its device.
    package let number: UInt
    /// The number of the user whose file it is.
    package let owner: UInt32
    /// The permissions, in the bits of `chmod`.
    package let permissions: UInt32
    /// When its content changed last, in seconds since the epoch.
    package let modified: Int

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFBLK: .blockDevice
            default: .characterDevice
            }
        (size, device, number) = (status.st_size, status.st_dev, status.st_ino)
        (owner, permissions, modified) = (status.st_uid, status.st_mode & 0o7777, status.st_mtim.tv_sec)
    }

    /// Returns true if both are of one file.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
