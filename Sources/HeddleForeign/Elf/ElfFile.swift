// SPDX-License-Identifier: Apache-2.0

/// An ELF shared library, read as bytes: nothing of it is run.
///
/// Only files that the dynamic linker can map without harm become one of these: a half-copied library whose segments
/// reach past the end of the file would kill the process inside `dlopen`.
struct ElfFile: Sendable {
    /// A section of the file.
    struct Section: Sendable {
        let name: String
        let type: UInt32
        let offset: Int
        let size: Int
        let link: Int
    }

    let reader: ByteReader
    let sections: [Section]

    /// Reads and checks a file.
    init(_ bytes: [UInt8]) throws(ElfFault) {
        reader = ByteReader(bytes: bytes)
        try Self.checkHeader(reader)
        try Self.checkSegments(reader)
        sections = try Self.readSections(reader)
    }

    /// The bytes of a section, by name.
    func section(named name: String) -> Section? { sections.first { $0.name == name } }
}

extension ElfFile {
    // MARK: Elf file

    private static func checkHeader(_ reader: ByteReader) throws(ElfFault) {
        guard !reader.bytes.isEmpty else { throw .empty }
        guard reader.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
            throw reader.bytes.count < 4 && [0x7F, 0x45, 0x4C, 0x46].starts(with: reader.bytes)
                ? .truncated(what: "the ELF header") : .notElf(found: quoted(reader.bytes))
        }
        guard reader.bytes.count >= 64 else { throw .truncated(what: "the ELF header") }
        guard reader.bytes[4] == 2, reader.bytes[5] == (ByteReader.isBigEndian ? 2 : 1) else { throw .wrongClass }
        guard let type = reader.integer(UInt16.self, at: 16), let machine = reader.integer(UInt16.self, at: 18) else {
            throw .truncated(what: "the ELF header")
        }
        guard Machine.host.elfNumbers.contains(machine) else { throw .wrongMachine(machine) }
        guard type == sharedObject else { throw .notALibrary(type: type) }
    }

    private static func checkSegments(_ reader: ByteReader) throws(ElfFault) {
        guard let table = reader.offset(at: 32), let count = reader.integer(UInt16.self, at: 56),
            let size = reader.integer(UInt16.self, at: 54), size == 56, count > 0,
            reader.span(at: table, count: Int(count) * 56) != nil
        else { throw .truncated(what: "the table of segments") }
        for index in 0..<Int(count) {
            let entry = table + index * 56
            guard let offset = reader.offset(at: entry + 8), let size = reader.offset(at: entry + 32),
                reader.span(at: offset, count: size) != nil
            else { throw .truncated(what: "segment \(index)") }
        }
    }

    /// A library without a table of sections is legal; one whose table is cut off is not whole.
    private static func readSections(_ reader: ByteReader) throws(ElfFault) -> [Section] {
        guard let table = reader.integer(UInt64.self, at: 40), table != 0 else { return [] }
        guard let table = reader.offset(at: 40), let count = reader.integer(UInt16.self, at: 60),
            let names = reader.integer(UInt16.self, at: 62), names < count,
            reader.span(at: table, count: Int(count) * 64) != nil,
            let nameTable = readSection(reader, at: table + Int(names) * 64, name: "")
        else { throw .truncated(what: "the table of sections") }
        return try (0..<Int(count)).map { index throws(ElfFault) in
            let entry = table + index * 64
            let name = reader.integer(UInt32.self, at: entry).map { Int($0) + nameTable.offset }
            let text = name.flatMap { reader.text(at: $0, before: nameTable.offset + nameTable.size) }
            guard let section = readSection(reader, at: entry, name: text ?? "") else {
                throw .truncated(what: "section \(text ?? "\(index)")")
            }
            return section
        }
    }

    private static func readSection(_ reader: ByteReader, at entry: Int, name: String) -> Section? {
        guard let type = reader.integer(UInt32.self, at: entry + 4),
            let link = reader.integer(UInt32.self, at: entry + 40)
        else { return nil }
        let occupiesFile = type != noBits
        guard let offset = occupiesFile ? reader.offset(at: entry + 24) : 0,
            let size = occupiesFile ? reader.offset(at: entry + 32) : 0,
            reader.span(at: offset, count: size) != nil
        else { return nil }
        return Section(name: name, type: type, offset: offset, size: size, link: Int(link))
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        let start = bytes.prefix(16)
        return start.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
            ? "the text \"\(String(decoding: start.prefix { $0 != 0x0A }, as: UTF8.self))…\""
            : "the bytes "
                + start.prefix(4).map { byte in
                    let text = String(byte, radix: 16)
                    return text.count == 1 ? "0" + text : text
                }.joined(separator: " ")
    }

    private static let sharedObject: UInt16 = 3
    private static let noBits: UInt32 = 8

    // MARK: Identity

    // The name that a library gives itself.

    /// `DT_SONAME`: the name under which other programs know it.
    var soname: String? { dynamicTexts(.soname).first }

    /// The note of the linker that tells one build from another, in hexadecimal digits.
    var buildID: String? {
        guard let note = section(named: ".note.gnu.build-id"),
            let nameSize = reader.integer(UInt32.self, at: note.offset),
            let size = reader.integer(UInt32.self, at: note.offset + 4), nameSize == 4,
            note.size >= 16 + Int(size), let bytes = reader.span(at: note.offset + 16, count: Int(size)), size > 0
        else { return nil }
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    // MARK: Symbols

    /// The type of a symbol in a library.
    enum Symbol: Equatable, Sendable {
        /// A function that it defines, ifuncs among them.
        case function
        /// Data that it defines, of so many bytes; 0 if the library does not say how many.
        case data(size: Int)
        /// A name that it needs from elsewhere.
        case imported
    }

    /// The names in the dynamic symbol table, as a caller without a version would find them.
    ///
    /// - Complexity: O(symbols).
    func symbols() -> [String: Symbol] {
        guard let table = sections.first(where: { $0.type == Self.dynamicSymbols }),
            table.link < sections.count
        else { return [:] }
        let names = sections[table.link]
        let versions = sections.first { $0.type == Self.symbolVersions }
        var found: [String: Symbol] = [:]
        for index in 1..<max(1, table.size / 24) {
            let entry = table.offset + index * 24
            guard let nameOffset = reader.integer(UInt32.self, at: entry),
                let name = reader.text(at: names.offset + Int(nameOffset), before: names.offset + names.size),
                let symbol = symbol(at: entry), !(isOldVersion(index, versions) && symbol != .imported)
            else { continue }
            if found[name] == nil || found[name] == .imported { found[name] = symbol }
        }
        return found
    }

    /// The texts of the entries of the dynamic table with a tag, in their order.
    func dynamicTexts(_ tag: DynamicTag) -> [String] {
        guard let table = sections.first(where: { $0.type == Self.dynamic }), table.link < sections.count else {
            return []
        }
        let names = sections[table.link]
        return stride(from: table.offset, to: table.offset + table.size - 15, by: 16).compactMap { entry in
            guard reader.integer(UInt64.self, at: entry) == tag.rawValue, let value = reader.offset(at: entry + 8)
            else {
                return nil
            }
            return reader.text(at: names.offset + value, before: names.offset + names.size)
        }
    }

    private func symbol(at entry: Int) -> Symbol? {
        guard let info = reader.integer(UInt8.self, at: entry + 4),
            let visibility = reader.integer(UInt8.self, at: entry + 5),
            let section = reader.integer(UInt16.self, at: entry + 6)
        else { return nil }
        if section == 0 { return .imported }
        guard info >> 4 != Self.local, visibility & 3 == 0 || visibility & 3 == 3 else { return nil }
        if Self.functionTypes.contains(info & 15) { return .function }
        return .data(size: reader.integer(UInt64.self, at: entry + 16).map { Int(clamping: $0) } ?? 0)
    }

    /// Returns whether the symbol is kept only for programs that were linked against an older version.
    private func isOldVersion(_ index: Int, _ versions: Section?) -> Bool {
        guard let versions else { return false }
        return (reader.integer(UInt16.self, at: versions.offset + index * 2) ?? 0) & 0x8000 != 0
    }

    private static let dynamicSymbols: UInt32 = 11
    private static let dynamic: UInt32 = 6
    private static let symbolVersions: UInt32 = 0x6FFF_FFFF
    private static let local: UInt8 = 0
    /// STT_FUNC and STT_GNU_IFUNC.
    private static let functionTypes: Set<UInt8> = [2, 10]
}

/// The reason why a file is no library that can be loaded here.
enum ElfFault: Error, Equatable {
    case empty
    case notElf(found: String)
    case wrongClass
    case wrongMachine(UInt16)
    case notALibrary(type: UInt16)
    case truncated(what: String)
}
