// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension ValueShape: ValuePlace {
    /// The values that come back, as far as that decides comparisons; of what has parts only what is said of the whole.
    package var domain: ValueDomain { ValueDomain(domainContent, mayBeNull: kinds.contains(.null)) }

    private var domainContent: ValueDomain.Content {
        switch content {
        case .element(let element): element.domain
        case .bits(let bits): bits.domain
        case .run, .calls: .array(of: nil, count: nil)
        case .arguments: .array(of: nil, count: count)
        case .plain where kinds.contains(.text): .text(limit: nil)
        case .plain where kinds.subtracting([.null]) == [.bytes]: .bytes
        case .word(let words): .word(words)
        case .plain, .callback, .failure, .functions: .unknown
        }
    }
}

extension ValueLayout {
    fileprivate var domain: ValueDomain.Content {
        switch self {
        case .scalar(let scalar): scalar.domain
        case .array(_, let count): .array(of: nil, count: count)
        case .characters(let count): .text(limit: count)
        case .text: .text(limit: nil)
        case .record(let shape): .record(shape.type)
        case .handle: .handle
        case .function: .unknown
        }
    }
}

extension Scalar {
    fileprivate var domain: ValueDomain.Content {
        switch self {
        case .bool: .bool
        case .integer(let type): .whole(WholeRange(type))
        case .enumeration(let type): .enumeration(type)
        case .floating(let type): .floating(type)
        case .complex: .array(of: nil, count: 2)
        }
    }
}

extension BitField {
    fileprivate var domain: ValueDomain.Content {
        guard case .integer(let type) = scalar else { return scalar.domain }
        return .whole(WholeRange(bits: width, isSigned: type.isSigned))
    }
}

extension ValueShape {
    /// The verdict on a comparison that is the same for every value; nil where it depends on the value.
    package func verdict(_ word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        switch word {
        case .eq where isAlways(operand): .always
        case .ne where isAlways(operand): .never
        default: word.verdict(in: domain, operand)
        }
    }

    /// Returns whether every value is what was expected, as that names no member that could be another.
    private func isAlways(_ expected: Value) -> Bool {
        switch expected {
        case .object(let members):
            kinds == [.object] && members.allSatisfy { part(.member($0.name))?.isAlways($0.value) ?? false }
        case .array(let elements):
            kinds == [.array] && count == elements.count
                && elements.enumerated().allSatisfy { part(.element($0))?.isAlways($1) ?? false }
        default: false
        }
    }
}
