// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The functions of the system's libraries that can be called although nobody declares them, with their types and
/// constants. A declaration replaces the one that stands here.
///
/// Each library has a file with what is the same on all machines, one for each machine with the types and constants that
/// differ, and one with the functions that take these types. They are read in this order.
enum SystemLibraries {
    private static let libc = read([
        ("libc.json", PackageResources.libc_json), ownLibc,
        ("libc.differing.json", PackageResources.libc_differing_json),
    ])
    private static let libm = read([
        ("libm.json", PackageResources.libm_json), ownLibm,
        ("libm.differing.json", PackageResources.libm_differing_json),
    ])

    private typealias File = (name: String, bytes: [UInt8])

    #if arch(x86_64)
        private static let ownLibc: File = ("libc.x86_64.json", PackageResources.libc_x86_64_json)
        private static let ownLibm: File = ("libm.x86_64.json", PackageResources.libm_x86_64_json)
    #elseif arch(arm64)
        private static let ownLibc: File = ("libc.aarch64.json", PackageResources.libc_aarch64_json)
        private static let ownLibm: File = ("libm.aarch64.json", PackageResources.libm_aarch64_json)
    #elseif arch(s390x)
        private static let ownLibc: File = ("libc.s390x.json", PackageResources.libc_s390x_json)
        private static let ownLibm: File = ("libm.s390x.json", PackageResources.libm_s390x_json)
    #elseif arch(powerpc64le)
        private static let ownLibc: File = ("libc.powerpc64le.json", PackageResources.libc_powerpc64le_json)
        private static let ownLibm: File = ("libm.powerpc64le.json", PackageResources.libm_powerpc64le_json)
    #elseif arch(riscv64)
        private static let ownLibc: File = ("libc.riscv64.json", PackageResources.libc_riscv64_json)
        private static let ownLibm: File = ("libm.riscv64.json", PackageResources.libm_riscv64_json)
    #else
        #error("the system's libraries have types that differ from one machine to another: libc.MACHINE.json has them")
    #endif

    /// The functions of a library, by symbol; none of a library that is not known.
    ///
    /// - Complexity: the declarations of a library are read once in a process, when somebody asks for the first of them.
    static func functions(of soname: String?) -> [String: DeclaredFunctions.Function] {
        declared(of: soname)?.functions ?? [:]
    }

    /// The types of a library. A declaration of one of them must have the same layout, since the functions here take it.
    static func scope(of soname: String?) -> DeclarationScope? { declared(of: soname)?.scope }

    /// The constants of a library.
    static func constants(of soname: String?) -> ConstantNames? { declared(of: soname)?.constants }

    /// Nothing is read for another library, or for the other one.
    private static func declared(of soname: String?) -> Declared? {
        switch soname {
        case "libc.so.6": libc
        case "libm.so.6": libm
        default: nil
        }
    }

    private struct Declared {
        let functions: [String: DeclaredFunctions.Function]
        let scope: DeclarationScope
        let constants: ConstantNames
    }

    private static func read(_ files: [File]) -> Declared {
        let bindings = files.map { file in
            guard let bindings = try? Bindings.read(SourceText(name: file.name, bytes: file.bytes)) else {
                preconditionFailure("\(file.name) is wrong")
            }
            return bindings
        }
        let declared = DeclaredFunctions([], beside: bindings, on: DeclarationScope())
        assert(declared.mistakes.isEmpty, "\(declared.mistakes)")
        return Declared(
            // Their places are in no file that anybody has.
            functions: declared.functions.mapValues { DeclaredFunctions.Function(signature: $0.signature, range: nil) },
            scope: declared.scope.asStandard, constants: declared.constants)
    }
}
