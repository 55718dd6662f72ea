// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem

/// A small library of the inline functions and macros of headers, which functions of their names call.
struct InlineLibrary: Sendable {
    /// The functions that it has.
    private(set) var functions: [InlineFunction]
    /// Those that it does not have, with the reasons.
    private(set) var refused: [Refusal] = []
    /// The source in C.
    private(set) var source = ""
    /// The file that the linker has made.
    private(set) var file: [UInt8] = []

    /// Compiles functions, and leaves out those that clang or the linker could not take.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - headers: the source that includes the headers.
    init(
        _ functions: [InlineFunction], named name: String, including headers: String, for library: BoundLibrary,
        _ clang: Clang
    ) async throws(Diagnostics) {
        self.functions = functions
        var module = try await compile(headers, clang)
        let isStatic = { [module] (function: InlineFunction) in module.definitions[function.name] == .local }
        if self.functions.contains(where: { $0.form == .wrapped && !isStatic($0) }) {
            for index in self.functions.indices
            where self.functions[index].form == .wrapped && !isStatic(self.functions[index]) {
                self.functions[index].form = .declaredAgain
            }
            module = try await compile(headers, clang)
            refuse { function in
                function.form == .declaredAgain && module.definitions[function.name] != .own
                    ? "C expects its definition elsewhere, and \(library.name) does not export it" : nil
            }
        }
        let libraries = InlineDependencies(library)
        refuse { function in
            module.needs(of: function.symbol).lazy.compactMap(libraries.obstacle).first.map { "it uses \($0)" }
        }
        source = text(headers, named: name, library)
        try await link(module, named: name, with: libraries, clang)
    }

    private mutating func refuse(_ reason: (InlineFunction) -> String?) {
        functions.removeAll { function in
            guard let reason = reason(function) else { return false }
            refused.append(Refusal(name: function.name, reason: reason))
            return true
        }
    }

    /// Compiles without optimization, so that it stays visible what calls what.
    private mutating func compile(_ headers: String, _ clang: Clang) async throws(Diagnostics) -> CompiledModule {
        let mode = [
            "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-fPIC", "-ferror-limit=0", "-o", "-",
        ]
        while true {
            let ended: Clang.Ended
            do { ended = try await clang.run(mode, on: headers + functions.map(\.source).joined()) } catch {
                throw Diagnostics([error])
            }
            if ended.isSuccess { return CompiledModule(ended.output) }
            let messages = ClangMessages(ended.messages, source: "")
            let reasons = messages.reasons { "the compiler rejects it: \($0)" }
            let before = functions.count
            refuse { reasons[$0.file] }
            if functions.count == before { throw Diagnostics([.notCompiled(messages.first)]) }
        }
    }

    /// The source with the words that say how it was made.
    private func text(_ headers: String, named name: String, _ library: BoundLibrary) -> String {
        """
        /* The inline functions of headers of \(library.name), by heddle bind --inline. Each is called by a function that the
           linker gives its name: cc -shared -fPIC -O1 \(name.sourceOfLibrary) -o \(name)
           -Wl,--defsym=NAME=heddle_inline_NAME */
        \(headers)\(functions.map(\.source).joined())
        """
    }

    private mutating func link(
        _ module: CompiledModule, named name: String, with libraries: InlineDependencies, _ clang: Clang
    ) async throws(Diagnostics) {
        if functions.isEmpty { return }
        let needs = Set(functions.flatMap { module.needs(of: $0.symbol) })
        let paths = Set(needs.compactMap(libraries.path)).sorted()
        do throws(Diagnostic) {
            let folder: TemporaryFolder
            do throws(SystemFailure) { folder = try TemporaryFolder(named: "heddle-bind") } catch {
                throw .notCompiled("there is no folder to compile in: \(error)")
            }
            let path = "\(folder.path)/\(name)"
            let names = functions.compactMap { function in
                function.wrapper.map { "-Wl,--defsym=\(function.name)=\($0)" }
            }
            let ended = try await clang.run(
                ["-shared", "-fPIC", "-O1", "-Wl,-soname,\(name)", "-o", path] + names, on: source,
                linking: paths)
            guard ended.isSuccess else { throw .notCompiled(ClangMessages(ended.messages, source: "").first) }
            do throws(Diagnostics) { file = try LibraryFile(path: path).bytes } catch {
                throw .notCompiled(error.all.first?.message ?? "the linker made no library")
            }
        } catch {
            throw Diagnostics([error])
        }
    }
}

extension String {
    /// `own.inline.c` of `own.inline.so`.
    var sourceOfLibrary: String { String(dropLast(3)) + ".c" }
}

extension Diagnostic {
    fileprivate static func notCompiled(_ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .bind(.inline), "the inline functions of the headers cannot be compiled: \(reason)",
            suggestion: "leave out --inline, or name the functions alone that are needed")
    }
}
