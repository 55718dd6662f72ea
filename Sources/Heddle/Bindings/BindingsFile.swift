// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSystem

extension Origin {
    /// Reads a bindings file that a behaviour of this origin names.
    ///
    /// - Throws: the reason why they cannot be read, or all mistakes of their form.
    func bindings(_ path: String) throws(Diagnostics) -> Bindings {
        guard case .file = self else { throw Diagnostics([.notForRemote(path)]) }
        if path.hasSuffix(".h") { throw Diagnostics([.header(path)]) }
        do {
            return try Bindings.read(readText(at: place(of: path), kind: .bindings))
        } catch let mistake as Diagnostic {
            throw Diagnostics([mistake])
        } catch let mistakes as Diagnostics {
            throw mistakes
        } catch {
            throw Diagnostics([Diagnostic(code: .bindings(.unreadable), "\(error)")])
        }
    }
}

extension Diagnostic {
    fileprivate static func header(_ path: String) -> Diagnostic {
        let name = path.split(separator: "/").last.map { String($0.dropLast(2)) } ?? "bindings"
        return Diagnostic(
            .error, .document, code: .bindings(.unreadable),
            "\(Value.string(path).excerpt()) is a C header, expected bindings, which are made of it",
            suggestion: "heddle bind \(path) --library LIBRARY -o \(name).json")
    }

    fileprivate static func notForRemote(_ path: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .bindings(.notForRemote),
            "a fetched behaviour may not name the bindings \"\(path)\", which are a file on this machine",
            suggestion: "save the behaviour to a file and run that, if you trust it")
    }
}
