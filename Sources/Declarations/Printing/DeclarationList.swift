// SPDX-License-Identifier: Apache-2.0

/// Declarations of functions with all that they need of types, each behind those that it uses.
package struct DeclarationList {
    /// The declarations, as ``DeclarationScope/read(_:)`` reads them back.
    package private(set) var texts: [String] = []
    private var known: Set<String> = []

    /// Creates an empty list.
    package init() {}

    /// Adds a function.
    package mutating func add(_ signature: Signature) {
        for type in [signature.result] + signature.parameters.map(\.type) { add(type) }
        texts.append("\(signature)")
    }

    private mutating func add(_ type: CType) {
        switch type {
        case .named(let name, let meaning):
            guard isNew(name), DeclarationScope().type(named: name) == nil else { return }
            add(meaning)
            texts.append("typedef \(meaning.declaration(of: name))")
        case .record(let record):
            guard isNew(record.tag.map { "\(record.kind) \($0)" }) else { return }
            for member in record.members ?? [] { add(member.type) }
            if record.tag != nil, record.members != nil { texts.append(record.definition) }
        case .enumeration(let enumeration):
            if enumeration.tag != nil, isNew(enumeration.specifier) { texts.append(enumeration.definition) }
        case .pointer(let target, _): add(target)
        case .array(let element, _): add(element)
        case .aligned(let inner, _): add(inner)
        case .function(let function):
            for type in [function.result] + function.parameters.map(\.type) { add(type) }
        case .void, .bool, .integer, .floating, .complex: break
        }
    }

    /// What has no name is written out where it stands.
    private mutating func isNew(_ name: String?) -> Bool { name.map { known.insert($0).inserted } ?? true }
}
