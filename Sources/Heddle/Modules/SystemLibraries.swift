// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The functions of the system's libraries that can be called although nobody declares them, with their types and
/// constants. A declaration replaces the one that stands here.
enum SystemLibraries {
    private static let declared = [
        "libc.so.6": read("libc.json", PackageResources.libc_json),
        "libm.so.6": read("libm.json", PackageResources.libm_json),
    ]

    /// The functions of a library, by symbol; none of a library that is not known.
    ///
    /// - Complexity: the declarations are read once in a process, when somebody asks for the first of them.
    static func functions(of soname: String?) -> [String: DeclaredFunctions.Function] {
        soname.flatMap { declared[$0]?.functions } ?? [:]
    }

    /// The types of a library. A declaration of one of them must have the same layout, since the functions here take it.
    static func scope(of soname: String?) -> DeclarationScope? { soname.flatMap { declared[$0]?.scope } }

    /// The constants of a library.
    static func constants(of soname: String?) -> ConstantNames? { soname.flatMap { declared[$0]?.constants } }

    private struct Declared {
        let functions: [String: DeclaredFunctions.Function]
        let scope: DeclarationScope
        let constants: ConstantNames
    }

    private static func read(_ name: String, _ bytes: [UInt8]) -> Declared {
        guard let bindings = try? Bindings.read(SourceText(name: name, bytes: bytes)) else {
            preconditionFailure("\(name) is wrong")
        }
        let declared = DeclaredFunctions([], beside: [bindings], on: DeclarationScope())
        assert(declared.mistakes.isEmpty, "\(declared.mistakes)")
        return Declared(
            // Their places are in no file that anybody has.
            functions: declared.functions.mapValues { DeclaredFunctions.Function(signature: $0.signature, range: nil) },
            scope: declared.scope.asStandard, constants: declared.constants)
    }
}
