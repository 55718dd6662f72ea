// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The types of a call as libffi knows them.
struct LibffiTypes: Hashable, Sendable {
    /// The result's, then each argument's; see `heddle_type_code`.
    let codes: [UInt32]
    let arguments: Int
    /// The number of the arguments before `...`.
    let fixed: Int

    /// Describes a call.
    ///
    /// - Throws: the type that libffi does not have, or passes wrongly on this machine.
    init(_ parameters: [CType], result: CType, fixed: Int, on machine: Machine) throws(NoLibffiType) {
        var codes = try result.canonical == .void ? [HEDDLE_CODE_VOID.rawValue] : Self.codes(of: result, on: machine)
        for parameter in parameters { codes += try Self.codes(of: parameter, on: machine) }
        self.codes = codes
        arguments = parameters.count
        self.fixed = fixed
    }

    private static func codes(of type: CType, on machine: Machine) throws(NoLibffiType) -> [UInt32] {
        if let fault = machine.libffiFault(type) { throw fault }
        return try type.libffiCodes()
    }
}

/// A reason why libffi cannot be told of a value's type.
enum NoLibffiType: Error, Hashable {
    case union
    case bitField
    case packing
    case alignment
    case int128
    case emptyArray
    case size
    case mixedRegisters
    case nestedNumber
    case complex
    case singleFloat
    case copies
    case members

    /// The type that libffi lacks, or its fault, behind "it has".
    var lack: String {
        switch self {
        case .union: "no unions"
        case .bitField: "no bit-fields"
        case .packing: "no packed structures"
        case .alignment: "no types of another alignment than their own"
        case .int128: "no integers of 128 bits"
        case .emptyArray: "no empty arrays in structures"
        case .size: "no type for a value of unknown size"
        case .mixedRegisters: "a fault in structures that are partly integers and partly floating-point numbers"
        case .nestedNumber: "faults in structures with long double or complex members"
        case .complex: "no complex numbers here"
        case .singleFloat: "a fault in structures of one floating-point number"
        case .copies: "a fault in structures that are passed by address"
        case .members: "no room for structures of more than 16384 bytes"
        }
    }
}

extension CType {
    /// The type's codes.
    fileprivate func libffiCodes() throws(NoLibffiType) -> [UInt32] {
        if isOverAligned { throw .alignment }
        switch canonical {
        case .void, .function: throw .size
        case .bool: return [HEDDLE_CODE_UINT8.rawValue]
        case .integer(let type): return [try type.libffiCode().rawValue]
        case .enumeration(let type): return [try type.underlying.libffiCode().rawValue]
        case .floating(let type): return [type.libffiCode.rawValue]
        case .complex(let part): return [part.libffiComplexCode.rawValue]
        case .pointer: return [HEDDLE_CODE_POINTER.rawValue]
        case .array: throw .size
        case .record(let record): return try record.libffiCodes()
        case .aligned(let type, _), .named(_, let type): return try type.libffiCodes()
        }
    }

    /// The codes of a member: an array is so many members.
    fileprivate func memberCodes() throws(NoLibffiType) -> (codes: [UInt32], count: Int) {
        guard !isOverAligned, case .array(let element, let count) = canonical else { return (try libffiCodes(), 1) }
        guard let count, count > 0 else { throw .emptyArray }
        let one = try element.memberCodes()
        return (Array(repeatElement(one.codes, count: count).joined()), one.count * count)
    }
}

extension RecordType {
    /// A description for libffi grows with the elements of arrays.
    private static let mostBytes = 1 << 14

    fileprivate func libffiCodes() throws(NoLibffiType) -> [UInt32] {
        guard let members, !members.isEmpty, let size = layout?.size else { throw .size }
        if size > Self.mostBytes { throw .members }
        if kind == .union { throw .union }
        if isPacked { throw .packing }
        if alignment != nil { throw .alignment }
        var codes: [UInt32] = []
        var count = 0
        for member in members {
            if member.bits != nil { throw .bitField }
            if member.isPacked { throw .packing }
            if member.alignment != nil { throw .alignment }
            let one = try member.type.memberCodes()
            codes += one.codes
            count += one.count
        }
        return [HEDDLE_CODE_STRUCT.rawValue, UInt32(count)] + codes
    }
}

extension IntegerType {
    fileprivate func libffiCode() throws(NoLibffiType) -> heddle_type_code {
        switch (size, isSigned) {
        case (1, true): HEDDLE_CODE_INT8
        case (1, false): HEDDLE_CODE_UINT8
        case (2, true): HEDDLE_CODE_INT16
        case (2, false): HEDDLE_CODE_UINT16
        case (4, true): HEDDLE_CODE_INT32
        case (4, false): HEDDLE_CODE_UINT32
        case (8, true): HEDDLE_CODE_INT64
        case (8, false): HEDDLE_CODE_UINT64
        default: throw .int128
        }
    }
}

extension FloatingType {
    fileprivate var libffiCode: heddle_type_code {
        switch self {
        case .float: HEDDLE_CODE_FLOAT
        case .double: HEDDLE_CODE_DOUBLE
        case .longDouble: HEDDLE_CODE_LONG_DOUBLE
        }
    }

    fileprivate var libffiComplexCode: heddle_type_code {
        switch self {
        case .float: HEDDLE_CODE_COMPLEX_FLOAT
        case .double: HEDDLE_CODE_COMPLEX_DOUBLE
        case .longDouble: HEDDLE_CODE_COMPLEX_LONG_DOUBLE
        }
    }
}
