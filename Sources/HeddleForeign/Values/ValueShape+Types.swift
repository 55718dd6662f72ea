// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension ValueShape {
    /// The enumeration whose enumerators the values are; nil for all others.
    package var enumeration: EnumerationType? {
        switch content {
        case .element(.scalar(.enumeration(let type))): type
        case .bits(let bits): if case .enumeration(let type) = bits.scalar { type } else { nil }
        default: nil
        }
    }

    /// The type in words, where the sort of value says little of it.
    package var typeWords: String? {
        if let enumeration { return "an enumerator of \(CType.enumeration(enumeration))" }
        switch content {
        case .element(.record(let shape)): return "a value of \(shape.name)"
        case .element(.array(_, let count)): return "an array of \(count)"
        case .element(.scalar(.complex)): return "a complex number"
        case .element(.scalar(.integer)), .element(.scalar(.floating)): return "a number"
        default: return nil
        }
    }
}

extension EnumerationType {
    /// The number of an enumerator; nil where the value is the name of none.
    package func number(of value: Value) -> Value? {
        guard case .string(let name) = value, let constant = constants.first(where: { $0.name == name }) else {
            return nil
        }
        return .number(.integer(number(of: constant)))
    }
}
