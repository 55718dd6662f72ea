// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The placement of the values of a call, as a calling convention has it.
///
/// It is plain data, so that a convention can be tested on any machine.
struct Placement: Hashable, Sendable {
    /// A place that a word of a value can be in.
    enum Place: Hashable, Sendable {
        /// An integer register, counted among those of arguments, or of results.
        case integer(Int)
        /// A floating-point register, counted likewise.
        case float(Int)
        /// So many bytes above the start of the stack's arguments.
        case stack(Int)
    }

    /// The way in which a short integer fills its register.
    enum Widening: Hashable, Sendable {
        case none
        case signed
        case unsigned
    }

    /// A value of which a copy is passed by its address.
    struct Copied: Hashable, Sendable {
        let size: Int
        let alignment: Int
    }

    /// A part of a value with its place.
    struct Piece: Hashable, Sendable {
        /// The beginning of the part in the value, in bytes.
        let offset: Int
        /// The number of its bytes; more than 8 only on the stack, and in the registers of AArch64.
        let size: Int
        let place: Place
        var widening = Widening.none
        /// The size and alignment of the value, where the address of a copy of it stands there rather than the part
        /// itself.
        var copied: Copied?
    }

    /// The place that a result comes from.
    enum Result: Hashable, Sendable {
        case none
        case registers([Piece])
        /// The first one or two registers of the x87.
        case x87(count: Int)
        /// Memory that the caller provides.
        case memory
    }

    /// The pieces of each argument.
    var arguments: [[Piece]] = []
    var result = Result.none
    /// The number of bytes of arguments on the stack, a multiple of 8.
    var stackSize = 0
    /// The alignment of the first of them, in bytes.
    var stackAlignment = 16
    /// The number of floating-point registers that hold arguments.
    var floats = 0

    /// The number of bytes that a call takes on the stack, with those of the copies whose addresses are passed.
    var bytesOnStack: Int { arguments.joined().reduce(stackSize) { $0 + ($1.copied?.size ?? 0) } }
}

/// The rules by which a platform's compilers pass values.
protocol CallingConvention: SendableMetatype {
    /// Places the arguments and the result of a call.
    ///
    /// - Parameters:
    ///   - parameters: the types as the callee has them, those of further arguments of `...` among them.
    /// - Throws: what the compilers of the platform do not agree about.
    static func place(_ parameters: [CType], result: CType) throws(Unsupported) -> Placement
}
