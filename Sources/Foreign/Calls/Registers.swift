// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Declarations

extension heddle_registers {
    /// Assigns the parameters to registers as the System V ABI for x86-64 and AAPCS64 do; nil when one does not fit,
    /// or is a `long double`.
    init?(_ parameters: [Passing], _ result: ResultPassing) {
        self.init()
        guard let returnsFloat = result.isInFloatRegister else { return nil }
        returns_float = returnsFloat
        for (index, passing) in parameters.enumerated() {
            guard assign(passing, at: index) else { return nil }
        }
    }

    private mutating func assign(_ passing: Passing, at index: Int) -> Bool {
        guard let isFloat = passing.isInFloatRegister, let argument = UInt8(exactly: index) else { return false }
        if isFloat {
            guard floats < 8 else { return false }
            unsafe withUnsafeMutableBytes(of: &float_argument) { unsafe $0[Int(floats)] = argument }
            floats += 1
        } else {
            guard integers < 6 else { return false }
            unsafe withUnsafeMutableBytes(of: &integer_argument) { unsafe $0[Int(integers)] = argument }
            unsafe withUnsafeMutableBytes(of: &integer_widening) { unsafe $0[Int(integers)] = passing.widening }
            integers += 1
        }
        return true
    }
}

extension Passing {
    fileprivate var isInFloatRegister: Bool? {
        if case .scalar(let scalar) = self { scalar.isInFloatRegister } else { false }
    }

    fileprivate var widening: UInt8 {
        guard case .scalar(let scalar) = self else { return UInt8(HEDDLE_WHOLE.rawValue) }
        return scalar.widening
    }
}

extension ResultPassing {
    fileprivate var isInFloatRegister: Bool? {
        if case .scalar(let scalar) = self { scalar.isInFloatRegister } else { false }
    }
}

extension Scalar {
    /// Nil for a type that travels in no register.
    fileprivate var isInFloatRegister: Bool? {
        switch self {
        case .floating(.longDouble): nil
        case .floating: true
        default: false
        }
    }

    fileprivate var widening: UInt8 {
        let widening =
            switch self {
            case .bool: HEDDLE_UINT8
            case .integer(let type): Self.widening(size: type.size, isSigned: type.isSigned)
            case .enumeration(let type): Self.widening(size: type.underlying.size, isSigned: type.underlying.isSigned)
            case .floating: HEDDLE_WHOLE
            }
        return UInt8(widening.rawValue)
    }

    private static func widening(size: Int, isSigned: Bool) -> heddle_widening {
        switch size {
        case 1: isSigned ? HEDDLE_INT8 : HEDDLE_UINT8
        case 2: isSigned ? HEDDLE_INT16 : HEDDLE_UINT16
        default: HEDDLE_WHOLE
        }
    }
}
