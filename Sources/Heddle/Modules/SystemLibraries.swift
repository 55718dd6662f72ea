// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The functions of the system's libraries that can be called although nobody declares them. A declaration replaces the
/// one that stands here.
enum SystemLibraries {
    private static let functions = [
        "libc.so.6": read("libc.json", PackageResources.libc_json),
        "libm.so.6": read("libm.json", PackageResources.libm_json),
    ]

    /// The functions of a library, by symbol; none of a library that is not known.
    ///
    /// - Complexity: the declarations are read once in a process, when somebody asks for the first of them.
    static func functions(of soname: String?) -> [String: DeclaredFunctions.Function] {
        soname.flatMap { functions[$0] } ?? [:]
    }

    private static func read(_ name: String, _ bytes: [UInt8]) -> [String: DeclaredFunctions.Function] {
        guard let bindings = try? Bindings.read(SourceText(name: name, bytes: bytes)) else {
            assertionFailure("\(name) is wrong")
            return [:]
        }
        let declared = DeclaredFunctions([], beside: [bindings], on: DeclarationScope())
        assert(declared.mistakes.isEmpty)
        // Their places are in no file that anybody has.
        return declared.functions.mapValues { DeclaredFunctions.Function(signature: $0.signature, range: nil) }
    }
}
