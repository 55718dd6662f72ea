// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics

/// The source of a module of a shell, as a behaviour says it.
struct ShellModule: Equatable {
    /// The annotations of the parameters of a function.
    struct Annotations: Equatable {
        let function: String
        var parts: [Value.Member]
    }

    let name: String
    let library: String
    /// Files, by paths that are relative to the folder in which the shell was started.
    var bindings: [String] = []
    private(set) var declarations: [String] = []
    private(set) var annotations: [Annotations] = []
    /// The parameters of which a line has said no more than that something is handed out there, each as `function.name`.
    private var guesses: Set<String> = []
    /// The folder in which the shell was started.
    private let folder: String

    /// - Parameter folder: the one that paths are relative to.
    init(library: String, bindings: [String] = [], in folder: String) {
        name = ActionName.moduleName(ofLibrary: library)
        (self.library, self.bindings, self.folder) = (library, bindings, folder)
    }

    /// Loads it into a host, in the place of what has its name there.
    func load(into host: ModuleHost) throws(Diagnostics) -> Module {
        host.close(name)
        return try host.module(
            name, library: library.contains("/") ? place(library) : library, config: nil, bindings: bindings.map(place),
            declarations: declarations,
            annotations: annotations.map { FunctionAnnotations($0.function, $0.parts) })
    }

    /// The path of a file, wherever native code has gone since.
    private func place(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    /// Adds a declaration. What was said before of functions that are declared again is forgotten.
    mutating func declare(_ text: String, _ symbols: Set<String> = []) {
        annotations.removeAll { symbols.contains($0.function) }
        guesses = guesses.filter { guess in !symbols.contains { guess.hasPrefix("\($0).") } }
        if !declarations.contains(text) { declarations.append(text) }
    }

    /// Adds annotations to a parameter of a function, in the place of those that were added to it before.
    mutating func annotate(_ annotation: ShellAnnotation) {
        annotate(
            annotation.function.action, [Value.Member(annotation.parameter, .string(annotation.words))])
        guesses.insert("\(annotation.function.action).\(annotation.parameter)")
    }

    /// The same of parameters of a function, its result as `return`, or members of a structure.
    mutating func annotate(_ function: String, _ parts: [Value.Member]) {
        guesses.subtract(parts.map { "\(function).\($0.name)" })
        guard let index = annotations.firstIndex(where: { $0.function == function }) else {
            return annotations.append(Annotations(function: function, parts: parts))
        }
        annotations[index].parts.removeAll { known in parts.contains { $0.name == known.name } }
        annotations[index].parts += parts
    }

    /// Returns whether a line has said what a parameter of a function is, and no declaration or annotation of the user's.
    func isGuessed(_ parameter: String, of function: String) -> Bool { guesses.contains("\(function).\(parameter)") }

    /// The member of "modules" that it is in a behaviour.
    ///
    /// - Parameter move: gives the path of a file as the behaviour names it.
    func entry(_ move: (String) -> String = { $0 }) -> Value.Member {
        var members = [Value.Member("library", .string(library.contains("/") ? move(library) : library))]
        if !bindings.isEmpty {
            let paths = bindings.map { Value.string(move($0)) }
            members.append(.init("bindings", paths.count == 1 ? paths[0] : .array(paths)))
        }
        if !declarations.isEmpty { members.append(.init("declarations", .array(declarations.map { .string($0) }))) }
        if !annotations.isEmpty {
            members.append(.init("annotate", .object(annotations.map { .init($0.function, .object($0.parts)) })))
        }
        return Value.Member(name, .object(members))
    }
}

/// An annotation that a line adds to a parameter: a call with `&x` says that a value may be handed out there.
struct ShellAnnotation {
    let function: ActionName
    let parameter: String
    let words: String
}

extension FunctionAnnotations {
    /// Those that a shell has added to a function.
    fileprivate init(_ function: String, _ parts: [Value.Member]) {
        func located(_ text: String) -> Located<String> {
            Located(text, at: SourceText(name: "the annotations of \(function)", text).whole)
        }
        self.init(
            function: located(function),
            parts: parts.map { part in
                Part(name: located(part.name), words: located(part.value.text ?? ""))
            })
    }
}

extension Value {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
