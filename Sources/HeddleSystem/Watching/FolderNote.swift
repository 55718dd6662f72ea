// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An event of the system about a folder.
struct FolderNote {
    let watch: Int32
    /// The entry of the folder; empty for the folder itself.
    let entry: String
    private let kinds: UInt32

    /// The events of a folder to watch.
    static let interests =
        UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB)
        | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// Somebody is writing the file, and may not be done.
    var isWriting: Bool { kinds & UInt32(IN_MODIFY) != 0 }
    /// The folder is gone.
    var endsWatch: Bool { kinds & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 }
    /// The system had more to tell than it could keep, of any folder.
    var tellsOfLoss: Bool { kinds & UInt32(IN_Q_OVERFLOW) != 0 }

    /// The notes that one reading of the queue has brought.
    static func all(in bytes: ArraySlice<UInt8>) -> [FolderNote] {
        var (notes, rest) = ([] as [FolderNote], bytes)
        while rest.count >= head {
            let size = head + Int(word(3, of: rest))
            let name = rest.prefix(size).dropFirst(head).prefix { $0 != 0 }
            notes.append(
                FolderNote(
                    watch: Int32(bitPattern: word(0, of: rest)), entry: String(decoding: name, as: UTF8.self),
                    kinds: word(1, of: rest)))
            rest = rest.dropFirst(size)
        }
        return notes
    }

    /// Four words: the watch, the kinds, a cookie and the size of the name.
    private static let head = 16

    private static func word(_ index: Int, of bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.dropFirst(index * 4).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
