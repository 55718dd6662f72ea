// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Value.Member {
    /// True if an object with only this member is bytes, a reference, a handle or a value that is made of others to a
    /// behaviour.
    var isSpecial: Bool {
        switch value {
        case .string: ["ref", "bytes", "hex", "handle", "expression"].contains(name)
        case .array: name == "join"
        default: false
        }
    }
}

extension [Value.Member] {
    /// True if an object with these members is a part of a saved value to a behaviour.
    var areSlice: Bool {
        count > 1 && allSatisfy { ["ref", "from", "count"].contains($0.name) }
            && contains { if case .string = $0.value { $0.name == "ref" } else { false } }
    }
}

extension Value {
    /// The value as an answer has it: a structure whose one field would make it a reference, bytes or a handle is written
    /// by position. A union has no positions; the value of its one field is written in a form that is no text.
    ///
    /// - Complexity: O(size of the value).
    func avoidingSpecialNames(as type: CType) -> Value {
        switch (self, type.canonical) {
        case (.array(let elements), .pointer(let target, _)):
            return .array(elements.map { $0.avoidingSpecialNames(as: target) })
        // The arguments of a call of a function.
        case (.array(let arguments), .function(let function)):
            let types = function.givenTypes
            return .array(
                arguments.enumerated().map { $1.avoidingSpecialNames(as: $0 < types.count ? types[$0] : .void) })
        case (.array(let elements), _):
            return .array(elements.enumerated().map { $1.avoidingSpecialNames(as: type.part(at: $0)) })
        case (.object, .pointer(let target, _)): return avoidingSpecialNames(as: target)
        case (.object(let members), .record(let record)):
            let plain = members.map { member in
                Value.Member(member.name, member.value.avoidingSpecialNames(as: type.part(named: member.name)))
            }
            guard plain.count == 1, plain[0].isSpecial else { return .object(plain) }
            if record.kind == .structure, record.fields.count == 1 { return .array([plain[0].value]) }
            let only = plain[0].value.withoutText(as: type.part(named: plain[0].name))
            return .object([.init(plain[0].name, only)])
        default: return self
        }
    }

    /// A text in a form that is none, in which it means nothing else under any name: its bytes, or the number of a
    /// constant.
    private func withoutText(as type: CType) -> Value {
        guard case .string(let text) = self else { return self }
        guard case .enumeration(let enumeration) = type.canonical else { return .bytes(Array(text.utf8)) }
        return enumeration.number(named: text).map { .number(.integer($0)) } ?? self
    }
}
