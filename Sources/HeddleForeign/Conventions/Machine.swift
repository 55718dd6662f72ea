// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A kind of machine, as far as calls depend on it. Nothing else in this target names one.
struct Machine: Sendable {
    let name: String
    /// The rules by which Heddle places values itself; nil where libffi alone does.
    let convention: (any CallingConvention.Type)?
    /// The machine's number in an ELF header; more than one, or none, where that is not known.
    let elfNumbers: ClosedRange<UInt16>
    /// The reason why libffi 3.4.4 passes values of a type otherwise than the compilers do, though it has the type; nil
    /// where it does not.
    let libffiFault: @Sendable (CType) -> NoLibffiType?

    static let x86_64 = Machine(
        name: "x86-64", convention: SystemV.self, elfNumbers: 62...62, libffiFault: SystemV.libffiFault)
    static let aarch64 = Machine(
        name: "AArch64", convention: AArch64.self, elfNumbers: 183...183, libffiFault: AArch64.libffiFault)
    static let s390x = Machine(
        name: "s390x", convention: nil, elfNumbers: 22...22,
        libffiFault: { type in type.isSingleFloat && type.hasArray ? .singleFloat : nil })
    static let powerpc64le = Machine(
        name: "ppc64le", convention: nil, elfNumbers: 21...21,
        libffiFault: { type in type.hasComplex ? .complex : nil })
    static let riscv64 = Machine(
        name: "riscv64", convention: nil, elfNumbers: 243...243,
        libffiFault: { type in type.hasComplex ? .complex : type.isSingleFloat ? .singleFloat : nil })
    /// A machine of which nothing is known but that libffi may have been ported to it.
    static let other = Machine(
        name: "this machine", convention: nil, elfNumbers: 0...UInt16.max, libffiFault: { _ in nil })

    /// The machine that Heddle was built for.
    #if arch(x86_64)
        static let host = x86_64
    #elseif arch(arm64)
        static let host = aarch64
    #elseif arch(s390x)
        static let host = s390x
    #elseif arch(powerpc64le)
        static let host = powerpc64le
    #elseif arch(riscv64)
        static let host = riscv64
    #else
        static let host = other
    #endif
}

extension CType {
    /// True for a complex number, or a structure with one.
    fileprivate var hasComplex: Bool {
        switch canonical {
        case .complex: true
        case .array(let element, _): element.hasComplex
        case .record: hasMember { $0.type.hasComplex }
        default: false
        }
    }

    /// True for a structure with an array in it.
    fileprivate var hasArray: Bool {
        hasMember { if case .array = $0.type.canonical { true } else { false } }
    }

    /// True for a structure of nothing but one floating-point number.
    fileprivate var isSingleFloat: Bool {
        guard case .record(let record) = canonical, let members = record.members, members.count == 1 else {
            return false
        }
        return switch members[0].type.canonical {
        case .floating(.float), .floating(.double): true
        case .array(let element, count: 1): element.isSingleFloatOrNumber
        default: members[0].type.isSingleFloat
        }
    }

    private var isSingleFloatOrNumber: Bool {
        switch canonical {
        case .floating(.float), .floating(.double): true
        case .array(let element, count: 1): element.isSingleFloatOrNumber
        default: isSingleFloat
        }
    }
}
