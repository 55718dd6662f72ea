// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Declarations

/// How the calls of one signature are made: classified, and prepared for libffi, once.
@safe final class CallShape: @unchecked Sendable {
    let signature: Signature
    let parameters: [Passing]
    let result: ResultPassing
    /// Which parameter takes the instance.
    let instance: Int?
    /// Whether any parameter is written into.
    let writes: Bool
    /// Prepared once and read-only from then on; it refers to `types`.
    let cif: UnsafeMutablePointer<ffi_cif>
    /// How the call is made without libffi; nil when not all of it fits into registers.
    let registers: UnsafeMutablePointer<heddle_registers>?
    private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>

    /// Classifies and prepares.
    ///
    /// - Throws: what cannot be passed rightly, and by which mend it could.
    init(_ signature: Signature) throws(Unsupported) {
        guard !signature.isVariadic else {
            throw Unsupported(parameter: nil, message: "Heddle does not call functions with variable arguments")
        }
        self.signature = signature
        var parameters: [Passing] = []
        for (index, parameter) in signature.parameters.enumerated() {
            parameters.append(try Passing(parameter, at: index))
        }
        self.parameters = parameters
        instance = parameters.firstIndex(of: .instance)
        writes = parameters.contains(where: \.isWritten)
        result = try ResultPassing(signature.result)
        unsafe registers = heddle_registers(parameters, result).map { assignment in
            let copy = UnsafeMutablePointer<heddle_registers>.allocate(capacity: 1)
            unsafe copy.initialize(to: assignment)
            return unsafe copy
        }
        unsafe cif = .allocate(capacity: 1)
        unsafe types = .allocate(capacity: max(1, parameters.count))
        for (index, passing) in parameters.enumerated() { unsafe types[index] = passing.ffiType }
        let status = unsafe ffi_prep_cif(cif, FFI_DEFAULT_ABI, UInt32(parameters.count), result.ffiType, types)
        guard status == FFI_OK else {
            throw Unsupported(parameter: nil, message: "libffi refuses the signature \(signature)")
        }
    }

    deinit {
        unsafe cif.deallocate()
        unsafe registers?.deallocate()
        unsafe types.deallocate()
    }

    /// The sizes of the values that the pointers of an argument list point to.
    var argumentSizes: [Int] { parameters.map(\.size) }
}

extension Passing {
    /// The size of the value as the callee gets it.
    var size: Int {
        if case .scalar(let scalar) = self { scalar.size } else { MemoryLayout<UInt>.size }
    }

    fileprivate var ffiType: UnsafeMutablePointer<ffi_type>? {
        if case .scalar(let scalar) = self { unsafe scalar.ffiType } else { unsafe heddle_ffi_pointer() }
    }
}

extension ResultPassing {
    /// The size of the result; 0 for void.
    var size: Int {
        switch self {
        case .void: 0
        case .scalar(let scalar): scalar.size
        case .text, .handle: MemoryLayout<UInt>.size
        }
    }

    fileprivate var ffiType: UnsafeMutablePointer<ffi_type>? {
        switch self {
        case .void: unsafe heddle_ffi_void()
        case .scalar(let scalar): unsafe scalar.ffiType
        case .text, .handle: unsafe heddle_ffi_pointer()
        }
    }
}

extension Scalar {
    fileprivate var ffiType: UnsafeMutablePointer<ffi_type>? {
        switch self {
        case .bool: unsafe heddle_ffi_integer(1, false)
        case .integer(let type): unsafe heddle_ffi_integer(type.size, type.isSigned)
        case .enumeration(let type): unsafe heddle_ffi_integer(type.underlying.size, type.underlying.isSigned)
        case .floating(.float): unsafe heddle_ffi_float()
        case .floating(.double): unsafe heddle_ffi_double()
        case .floating(.longDouble): unsafe heddle_ffi_longdouble()
        }
    }
}
