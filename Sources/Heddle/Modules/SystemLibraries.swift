// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The functions of the system's libraries that can be called although nobody declares them, with their types and
/// constants. A declaration replaces the one that stands here.
enum SystemLibraries {
    private static let libc = read("libc.so.6")
    private static let libm = read("libm.so.6")

    /// The functions of a library; none of a library that is not known.
    ///
    /// - Complexity: the types of a library are read once in a process, and each function when somebody asks for it.
    static func functions(of soname: String?) -> FunctionDeclarations { declared(of: soname)?.functions ?? .none }

    /// The types of a library. A declaration of one of them must have the same layout, since the functions here take it.
    static func scope(of soname: String?) -> DeclarationScope? { declared(of: soname)?.scope }

    /// The constants of a library.
    static func constants(of soname: String?) -> ConstantNames? { declared(of: soname)?.constants }

    /// Reads nothing for any other library.
    private static func declared(of soname: String?) -> Declared? {
        switch soname {
        case "libc.so.6": libc
        case "libm.so.6": libm
        default: nil
        }
    }

    private struct Declared {
        let functions: FunctionDeclarations
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
        let declared = DeclaredFunctions([], beside: bindings, areRight: true, on: DeclarationScope())
        assert(declared.mistakes.isEmpty, "\(declared.mistakes)")
        return Declared(
            // Their places are in no file that anybody has.
            functions: FunctionDeclarations(declared.read, unreadOf: declared.scope, hasPlaces: false),
            scope: declared.scope.asStandard, constants: declared.constants)
    }
}
