// SPDX-License-Identifier: Apache-2.0

/// Declarations of functions with all that they need of types, each behind those that it uses.
///
/// C wants a typedef before each use of its name, but the members of a structure only where its size matters. A
/// structure whose own members point to it, or to a function that takes it, can be declared in this order alone.
package struct DeclarationList {
    /// The declarations, as ``DeclarationScope/read(_:)`` reads them back.
    package private(set) var texts: [String] = []
    private var known: Set<String> = []
    /// Structures that so far are only pointed to.
    private var pending: [RecordType] = []

    /// Creates an empty list.
    package init() {}

    /// Adds a function.
    package mutating func add(_ signature: Signature) {
        for type in [signature.result] + signature.parameters.map(\.type) { add(type, isWhole: true) }
        while let record = pending.popLast() { define(record) }
        texts.append("\(signature)")
    }

    /// - Parameter isWhole: whether the type's size matters, as behind a pointer it does not.
    private mutating func add(_ type: CType, isWhole: Bool) {
        switch type {
        case .named(let name, let meaning):
            if DeclarationScope().type(named: name) != nil { return }
            if known.insert(name).inserted {
                add(meaning, isWhole: false)
                texts.append("\(Declaration.type(name: name, meaning))")
            }
            if isWhole { add(meaning, isWhole: true) }
        case .record(let record):
            // A structure without a tag is written out where it stands.
            if isWhole || record.tag == nil { define(record) } else { pending.append(record) }
        case .enumeration(let enumeration):
            if enumeration.tag != nil, known.insert(enumeration.specifier).inserted {
                texts.append(enumeration.definition)
            }
        case .pointer(let target, _): add(target, isWhole: false)
        // C wants the size of an element even where the array is only pointed to.
        case .array(let element, _): add(element, isWhole: true)
        case .aligned(let inner, _): add(inner, isWhole: isWhole)
        case .function(let function):
            for type in [function.result] + function.parameters.map(\.type) { add(type, isWhole: false) }
        case .void, .bool, .integer, .floating, .complex: break
        }
    }

    private mutating func define(_ record: RecordType) {
        guard let members = record.members, record.tag == nil || known.insert(record.specifier).inserted else { return }
        for member in members { add(member.type, isWhole: true) }
        if record.tag != nil { texts.append(record.definition) }
    }
}
