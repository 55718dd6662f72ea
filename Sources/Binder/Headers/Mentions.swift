// SPDX-License-Identifier: Apache-2.0

import Declarations

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
        case .type(_, .record(let record)): add(record.members)
        case .type(_, let type): add(type, isWhole: true)
        }
    }

    /// - Parameter isWhole: whether the type's size matters, as behind a pointer it does not.
    private mutating func add(_ type: CType, isWhole: Bool) {
        switch type {
        case .void, .bool, .integer, .floating, .complex: return
        case .pointer(let target, _): add(target, isWhole: false)
        case .array(let element, _): add(element, isWhole: isWhole)
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
        guard let tag = record.tag else { return add(record.members) }
        let name = "\(record.kind.rawValue) \(tag)"
        if isWhole { before.insert(name) } else { anywhere.insert(name) }
    }

    private mutating func add(_ members: [RecordType.Member]?) {
        for member in members ?? [] { add(member.type, isWhole: true) }
    }
}
