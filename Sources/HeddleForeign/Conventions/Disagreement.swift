// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A type that gcc and clang pass differently, or that no convention covers.
enum Disagreement: Error {
    case noSize
    case noMember
    case flexibleArray
    case emptyArray
    case unnamedBits
    case memberRules

    /// The reason why a value cannot be passed.
    var reason: String {
        switch self {
        case .noSize: "it has no size"
        case .noMember: "it has no member with a name"
        case .flexibleArray: "it ends with an array of any size, which gcc and clang pass differently"
        case .emptyArray: "it has an array of no elements, which gcc and clang pass differently"
        case .unnamedBits: "it has a bit-field without a name, which aligns it differently here"
        case .memberRules:
            "gcc and clang pass it differently, for a packed record, a bit-field without a name or an array of no "
                + "elements in it"
        }
    }

    /// The reason why a call is refused.
    func refusal(of type: CType, parameter: Int?) -> Unsupported {
        Unsupported(parameter: parameter, message: "\(type) cannot be passed by value: \(reason)")
    }
}

extension CType {
    /// True if the type ends with an array without a size.
    var hasFlexibleMember: Bool {
        hasMember { member in
            if case .array(_, nil) = member.type.canonical { true } else { false }
        }
    }

    /// Returns whether a member, at any depth, is such a one.
    func hasMember(_ isSought: (RecordType.Member) -> Bool) -> Bool {
        switch canonical {
        case .array(let element, _): element.hasMember(isSought)
        case .record(let record): record.members?.contains { isSought($0) || $0.type.hasMember(isSought) } ?? false
        default: false
        }
    }

    /// The way in which a value of the type fills a register that it does not fill by itself.
    var widening: Placement.Widening {
        switch canonical {
        case .bool: .unsigned
        case .integer(let type) where type.size < 8: type.isSigned ? .signed : .unsigned
        case .enumeration(let type) where type.underlying.size < 8: type.underlying.isSigned ? .signed : .unsigned
        default: .none
        }
    }
}
