// SPDX-License-Identifier: Apache-2.0

/// Declarations of functions with the types that they need, in an order in which each comes after those that it uses.
///
/// C requires a typedef before each use of its name, but the members of a structure only where its size matters. Only
/// this order can declare a structure whose members point to it, or to a function that takes it.
package struct DeclarationList {
    /// The declarations, as ``DeclarationScope/read(_:)`` reads them back.
    package private(set) var texts: [String] = []
    private var known: Set<String> = []
    /// The structures that only pointers refer to so far.
    private var pending: [RecordType] = []

    /// Creates an empty list.
    package init() {}

    /// Adds a function.
    package mutating func add(_ signature: Signature) {
        for type in [signature.result] + signature.parameters.map(\.type) { add(type, isWhole: true) }
        while let record = pending.popLast() { define(record) }
        texts.append("\(signature)")
    }

    /// - Parameter isWhole: true if the size of the type matters; behind a pointer it does not.
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
            // A structure without a tag is written out in place.
            if isWhole || record.tag == nil { define(record) } else { pending.append(record) }
        case .enumeration(let enumeration):
            if enumeration.tag != nil, known.insert(enumeration.specifier).inserted {
                texts.append(enumeration.definition)
            }
        case .pointer(let target, _): add(target, isWhole: false)
        // C requires the size of an element even behind a pointer to the array.
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
