// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The types that a declaration names, as declarations are called: `point`, `struct point`.
struct Mentions {
    /// Those that must be declared before it.
    private(set) var before: Set<String> = []
    /// Those that it only points to, which may be declared anywhere.
    private(set) var anywhere: Set<String> = []

    /// The types that everybody knows need no declaration.
    private static let standard = DeclarationScope()

    init(_ declaration: Declaration) {
        switch declaration {
        case .function(let signature):
            for type in [signature.result] + signature.parameters.map(\.type) { add(type, isWhole: true) }
        case .variable(_, let type, _): add(type, isWhole: true)
        case .type(let name, .record(let record)) where record.tag == nil || name == record.tagName:
            add(record.members)
        // A typedef only gives a name: the size matters where the name is used.
        case .type(_, let type): add(type, isWhole: false)
        }
    }

    /// - Parameter isWhole: true if the size of the type matters; behind a pointer it does not.
    private mutating func add(_ type: CType, isWhole: Bool) {
        switch type {
        case .void, .bool, .integer, .floating, .complex: return
        case .pointer(let target, _): add(target, isWhole: false)
        // C wants the size of an element even where the array is only pointed to.
        case .array(let element, _): add(element, isWhole: true)
        case .aligned(let underlying, _): add(underlying, isWhole: isWhole)
        case .function(let function):
            for type in [function.result] + function.parameters.map(\.type) { add(type, isWhole: false) }
        case .named(let name, let underlying): add(name, underlying, isWhole: isWhole)
        case .enumeration(let enumeration): if let tag = enumeration.tag { before.insert("enum \(tag)") }
        case .record(let record): add(record, isWhole: isWhole)
        }
    }

    private mutating func add(_ name: String, _ underlying: CType, isWhole: Bool) {
        if Self.standard.type(named: name) != nil { return }
        before.insert(name)
        add(underlying, isWhole: isWhole)
    }

    private mutating func add(_ record: RecordType, isWhole: Bool) {
        guard let name = record.tagName else { return add(record.members) }
        if isWhole { before.insert(name) } else { anywhere.insert(name) }
    }

    private mutating func add(_ members: [RecordType.Member]?) {
        for member in members ?? [] { add(member.type, isWhole: true) }
    }
}

extension RecordType {
    /// `struct point`; nil for what has no tag.
    fileprivate var tagName: String? { tag.map { "\(kind.rawValue) \($0)" } }
}
