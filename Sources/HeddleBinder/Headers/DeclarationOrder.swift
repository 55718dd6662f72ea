// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The declarations that go into bindings, in an order in which each can be read: that of the headers, as far as no
/// declaration uses a type that the headers complete further on. A structure stands behind those that its members point
/// to, as far as these can do without it: annotations may then say how many there are.
struct DeclarationOrder {
    private let entries: [HeaderContents.Entry]
    private let mentions: [Mentions]
    /// The places of the declarations of types, by their names.
    private var places: [String: Int] = [:]
    private(set) var result: [HeaderContents.Entry] = []

    init(_ contents: HeaderContents) {
        entries = contents.entries
        mentions = entries.map { Mentions($0.declaration) }
        for (index, entry) in entries.enumerated() {
            guard case .type(let name, let type) = entry.declaration else { continue }
            // A structure may be announced before it is defined; a typedef may be repeated.
            if places[name] == nil || name == type.tag { places[name] = index }
        }
        let needs = mentions.map { $0.before.compactMap { places[$0] }.sorted() }
        let needed = needed
        let wishes = entries.map { $0.declaration.pointedTags.compactMap { places[$0] }.filter(needed.contains) }
        result = DependencyOrder(needs, wishes: wishes, from: needed.sorted()).order.map { entries[$0] }
    }

    /// The wanted declarations, and everything that they mention.
    private var needed: Set<Int> {
        var found: Set<Int> = []
        var pending = entries.indices.filter { entries[$0].isWanted && isPlace($0) }
        while let index = pending.popLast() {
            guard found.insert(index).inserted else { continue }
            pending += mentions[index].before.union(mentions[index].anywhere).compactMap { places[$0] }
        }
        return found
    }

    /// Returns whether an entry is the one that stands for its name.
    private func isPlace(_ index: Int) -> Bool {
        guard case .type(let name, _) = entries[index].declaration, name != "enum" else { return true }
        return places[name] == index
    }
}

extension Declaration {
    /// The tags of the structures and unions to which members of one point.
    fileprivate var pointedTags: [String] {
        guard case .type(_, let type) = self, case .record(let record) = type.canonical else { return [] }
        return (record.members ?? []).compactMap { member in
            guard case .pointer(let target, _) = member.type.canonical else { return nil }
            return target.canonical.tag
        }
    }
}

extension CType {
    /// `struct point`; nil for what has no tag.
    fileprivate var tag: String? {
        switch self {
        case .record(let record): record.tag.map { "\(record.kind.rawValue) \($0)" }
        case .enumeration(let enumeration): enumeration.tag.map { "enum \($0)" }
        default: nil
        }
    }
}
