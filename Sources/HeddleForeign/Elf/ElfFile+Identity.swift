// SPDX-License-Identifier: Apache-2.0

/// What a library says that it is.
extension ElfFile {
    /// `DT_SONAME`: the name under which other programs know it.
    var soname: String? { dynamicTexts(tagged: 14).first }

    /// The note of the linker that tells one build from another, in hexadecimal digits.
    var buildID: String? {
        guard let note = section(named: ".note.gnu.build-id"),
            let nameSize = reader.integer(UInt32.self, at: note.offset),
            let size = reader.integer(UInt32.self, at: note.offset + 4), nameSize == 4,
            note.size >= 16 + Int(size), let bytes = reader.span(at: note.offset + 16, count: Int(size)), size > 0
        else { return nil }
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
