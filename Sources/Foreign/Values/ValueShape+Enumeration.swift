// SPDX-License-Identifier: Apache-2.0

public import Declarations

extension ValueShape {
    /// The enumeration whose enumerators the values are; nil for all others.
    public var enumeration: EnumerationType? {
        switch content {
        case .element(.scalar(.enumeration(let type))): type
        case .bits(let bits): if case .enumeration(let type) = bits.scalar { type } else { nil }
        default: nil
        }
    }
}

extension EnumerationType {
    /// The number of an enumerator; nil where the value is the name of none.
    public func number(of value: Value) -> Value? {
        guard case .string(let name) = value, let constant = constants.first(where: { $0.name == name }) else {
            return nil
        }
        return .number(.integer(number(of: constant)))
    }
}
