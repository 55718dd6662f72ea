// SPDX-License-Identifier: Apache-2.0

extension ElfFile {
    /// What a library itself says of a name.
    enum Symbol: Equatable, Sendable {
        /// A function that it defines, ifuncs among them.
        case function
        /// Data that it defines.
        case data
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

    /// The libraries that it cannot be loaded without (`DT_NEEDED`), and its own name (`DT_SONAME`).
    func dynamicTexts(tagged tag: UInt64) -> [String] {
        guard let table = sections.first(where: { $0.type == Self.dynamic }), table.link < sections.count else {
            return []
        }
        let names = sections[table.link]
        return stride(from: table.offset, to: table.offset + table.size - 15, by: 16).compactMap { entry in
            guard reader.integer(UInt64.self, at: entry) == tag, let value = reader.offset(at: entry + 8) else {
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
        return Self.functionTypes.contains(info & 15) ? .function : .data
    }

    /// Whether the symbol is kept only for programs that were linked against an older version.
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
