// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleBehaviour
import HeddleBinder
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleSystem

/// `heddle bind`: writes the bindings of a library from its C headers.
struct BindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind", abstract: "Write the bindings of a library from its C headers.",
        discussion: """
            heddle bind zlib.h --library libz.so.1 -o zlib.json
            heddle bind curl/curl.h --library libcurl.so.4 -o curl.json
            heddle bind include/mine.h --library ./libmine.so -D WITH_MORE=1 -- -std=c11

            clang, which must be on the PATH, reads the headers; no code of them runs. A behaviour uses the file as the \
            "bindings" of a module, whose "annotate" adds annotations to functions. The file lists functions that \
            need annotations, and refused declarations with the reason. It is checked before it is written.

            heddle bind zlib.h --library libz.so.1 -o zlib.json --only 'deflate*' --only 'Z_*'
            heddle bind own.h --library ./libown.so -o own.json --inline
            heddle bind sys/wait.h --library libc.so.6 -o wait.json --inline-macro 'int WEXITSTATUS(int status)'

            --inline compiles the inline functions of the headers into own.inline.so, beside own.json. A behaviour \
            calls them under their own names, like the functions of the library.
            """)

    @ArgumentParser.Argument(
        help: "Headers, as #include names them, or as files. Options for clang may follow after --.")
    var headers: [String]

    @Option(help: "The library: a path, or a system soname such as libz.so.1.")
    var library: String

    @Option(
        name: .customShort("I", allowingJoined: true), parsing: .singleValue,
        help: ArgumentHelp("A folder to search for headers; may be given several times.", valueName: "folder"))
    var folders: [String] = []

    @Option(
        name: .customShort("D"), parsing: .singleValue,
        help: ArgumentHelp("A macro, NAME or NAME=VALUE; may be given several times.", valueName: "macro"))
    var macros: [String] = []

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp("The file to write. Without it the bindings go to standard output.", valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("only"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            Bind only the functions, variables, types and constants of this name, with the types that they use; * \
            stands for any characters. May be given several times.
            """, valueName: "name"))
    var only: [String] = []

    @Flag(
        name: .customLong("inline"), help: "Compile the inline functions of the headers, too."
    )
    var inlinesFunctions = false

    @Option(
        name: .customLong("inline-macro"), parsing: .singleValue,
        help: ArgumentHelp(
            "A macro as the function that calls it, compiled into that library; may be given several times.",
            valueName: "declaration"))
    var inlineMacros: [String] = []

    @Flag(help: "Write annotations for the functions in place of the bindings, each with its source.")
    var suggest = false

    @Option(
        name: .customLong("gir"), parsing: .singleValue,
        help: ArgumentHelp(
            "A file of GObject introspection, for --suggest; may be given several times.", valueName: "file"))
    var introspection: [String] = []

    @OptionGroup var output: OutputOptions

    /// Only behind -- can something begin with a dash.
    private var names: ArraySlice<String> { headers.prefix { !$0.hasPrefix("-") } }

    func validate() throws {
        if names.isEmpty { throw ValidationError("Name a header before the options for clang.") }
        if isInline, file == nil {
            throw ValidationError(
                "Name a file with -o: the library of inline functions stands beside it.")
        }
        if suggest, isInline {
            throw ValidationError("--suggest writes annotations alone: leave out --inline and --inline-macro.")
        }
        if !suggest, !introspection.isEmpty {
            throw ValidationError("A file of GObject introspection is for suggestions: add --suggest.")
        }
    }

    private var isInline: Bool { inlinesFunctions || !inlineMacros.isEmpty }

    /// The library of inline functions, which is named after the file: `own.inline.so` beside `own.json`.
    private var inline: InlineRequest? {
        guard isInline, let file else { return nil }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
        return InlineRequest(takesFunctions: inlinesFunctions, macros: inlineMacros, name: stem + ".inline.so")
    }

    /// The files that are written.
    private var written: [String] {
        guard let file else { return [] }
        guard let inline else { return [file] }
        let paths = InlineRequest.paths(of: inline.name, beside: file)
        return [file, paths.library, paths.source]
    }

    func run() throws {
        let output = output.open()
        let request = BindingRequest(
            headers: Array(names), library: library, folders: folders, macros: macros,
            options: Array(headers[names.endIndex...]), only: only, inline: inline)
        do {
            let found = names.flatMap { name in folders.map { "\($0)/\(name)" } }
            try InputFiles(Array(names) + found + [library] + introspection).check(written)
            if suggest { return try writeSuggestions(request, output) }
            let bound = try waiting { await bind(request) }.get()
            try check(bound)
            try write(bound, output)
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        } catch let mistake as Diagnostic {
            throw output.fail(Diagnostics([mistake]))
        }
    }

    private func writeSuggestions(_ request: BindingRequest, _ output: CommandOutput) throws {
        let files = try introspection.map { path throws(Diagnostic) in try readText(at: path, kind: .introspection) }
        let (bound, suggested) = try waiting { await suggestions(request, from: files) }.get()
        try check(bound, with: suggested)
        guard let file else { return output.data.write(suggested.text) }
        try suggested.write(to: file)
        let parts = counted(suggested.partCount, "parameter or result", plural: "parameters and results")
        StandardStream.error.write(
            "\(file): annotations for \(parts) of \(counted(suggested.functionCount, "function"))\n")
    }

    /// Reads the bindings as a behaviour does, and annotations for them.
    private func check(_ bound: BoundHeaders, with suggested: SuggestedAnnotations? = nil) throws(Diagnostics) {
        let source = SourceText(name: file ?? "the bindings", bound.text)
        do {
            let others = try suggested.map { suggested throws(Diagnostics) in
                [try Bindings.read(SourceText(name: file ?? "the annotations", suggested.text))]
            }
            try Bindings.read(source).check(with: others ?? [])
        } catch {
            throw Diagnostics(error.all.map(\.ofOwnBindings))
        }
    }

    private func write(_ bound: BoundHeaders, _ output: CommandOutput) throws {
        guard let file else { return output.data.write(bound.text) }
        try bound.write(to: file)
        let omissions = bound.notCompiled.map { "\(file): \($0.name) is left out: \($0.reason)\n" }
        StandardStream.error.write(bound.sentence(about: file) + "\n" + omissions.joined())
    }
}

extension BindCommand {
    /// The command line with `-DNAME=VALUE` in two words: the parser of arguments takes the name for an option's.
    static func separatingMacros(in arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let own = arguments[..<end].flatMap { word in
            word.hasPrefix("-D") && word.count > 2 ? ["-D", String(word.dropFirst(2))] : [word]
        }
        return own + arguments[end...]
    }
}

private func suggestions(
    _ request: BindingRequest, from files: [SourceText]
) async -> Result<(bound: BoundHeaders, suggested: SuggestedAnnotations), Diagnostics> {
    do { return .success(try await Binder(request).suggest(from: files)) } catch { return .failure(error) }
}

private func bind(_ request: BindingRequest) async -> Result<BoundHeaders, Diagnostics> {
    do { return .success(try await Binder(request).bind()) } catch { return .failure(error) }
}

extension Diagnostic {
    /// The same mistake, in bindings that heddle bind has made and not written.
    fileprivate var ofOwnBindings: Diagnostic {
        var own = self
        own.notes.append(
            .init("heddle bind made these bindings and cannot read them, so nothing is written; please report this"))
        return own
    }
}

extension BoundHeaders {
    /// The written declarations, for people.
    fileprivate func sentence(about file: String) -> String {
        let unannotated = unannotatedCount == 0 ? "" : " (\(unannotatedCount) without the annotations that they need)"
        let parts = [
            counted(functionCount, "function") + unannotated, counted(variableCount, "variable"),
            counted(typeCount, "type"), counted(constantCount, "constant"),
        ]
        let isForeign = functionCount == 0 && variableCount == 0 && refusedCount > 0
        return "\(file): \(parts.joined(separator: ", ")); \(refusedCount) refused"
            + (isForeign ? "\nthe library has no function of these headers: are they those of another one?" : "")
    }
}
