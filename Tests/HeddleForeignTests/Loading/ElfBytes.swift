// SPDX-License-Identifier: Apache-2.0

/// An ELF file that a test spoils.
struct ElfBytes {
    var bytes: [UInt8]

    init(of path: String) throws { bytes = try contents(of: path) }

    subscript(size size: Int, at offset: Int) -> UInt64 {
        get { (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) } }
        set {
            for index in 0..<size { bytes[offset + index] = UInt8(truncatingIfNeeded: newValue >> UInt64(8 * index)) }
        }
    }

    /// Forgets the table of sections, as some packers do.
    mutating func removeSections() {
        self[size: 8, at: 40] = 0
        self[size: 2, at: 60] = 0
        self[size: 2, at: 62] = 0
    }

    /// Writes a name of the same length in the place of one, wherever that stands.
    mutating func rename(_ name: String, to other: String) {
        bytes.replace(Array(name.utf8), with: Array(other.utf8))
    }

    /// Where the last segment ends.
    var endOfSegments: Int {
        let table = Int(self[size: 8, at: 32])
        return (0..<Int(self[size: 2, at: 56])).map { index in
            Int(self[size: 8, at: table + index * 56 + 8] + self[size: 8, at: table + index * 56 + 32])
        }.max() ?? 0
    }

    /// Where a run of bytes stands first.
    func firstIndex(of run: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: run) }
    }
}
