// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The functions of the system's libraries that can be called although nobody declares them, with their types and
/// constants. A declaration replaces the one that stands here.
///
/// Each library has a file with what is the same on all machines, one for each machine with the types and constants that
/// differ, and one with the functions that take these types. They are read in this order.
enum SystemLibraries {
    private static let libc = read("libc.so.6")
    private static let libm = read("libm.so.6")

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

    private static func read(_ soname: String) -> Declared {
        let bindings = SystemBindings.files(of: soname).map { file in
            guard let bindings = try? Bindings.read(SourceText(name: file.name, bytes: file.bytes)) else {
                preconditionFailure("\(file.name) is wrong")
            }
            return bindings
        }
        let declared = DeclaredFunctions([], beside: bindings, on: DeclarationScope())
        assert(declared.mistakes.isEmpty, "\(declared.mistakes)")
        return Declared(
            // Their places are in no file that anybody has.
            functions: declared.declarations.all.mapValues { DeclaredFunctions.Function($0.signature, at: nil) },
            scope: declared.scope.asStandard, constants: declared.constants)
    }
}
