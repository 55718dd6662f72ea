// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle call`: one call from the shell.
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Make one call.",
        discussion: """
            heddle call libm.so.6 'double cos(double x)' 0
            heddle call libc.so.6 'size_t strlen(const char *s)' hello
            heddle call libz.so.1 zError Z_BUF_ERROR --bindings zlib.json

            An argument for a text is taken literally; every other one is JSON. Arguments that begin with - and are no \
            numbers follow after --.
            """)

    @ArgumentParser.Argument(
        help: "A path, a system soname such as libz.so.1, or the name of a module on the module path.")
    var library: String

    @ArgumentParser.Argument(
        help: "The C declaration of the function, or the name of an action that the module or its bindings declare.")
    var declaration: String

    @ArgumentParser.Argument(help: "The arguments, by position.")
    var arguments: [String] = []

    @Option(
        help: ArgumentHelp("The bindings of the library, a file from heddle bind.", valueName: "file"))
    var bindings: String?

    @Option(help: ArgumentHelp("The configuration of the instance, as JSON.", valueName: "json"))
    var config: String?

    @OptionGroup var path: HostOptions
    @OptionGroup var output: OutputOptions

    /// The arguments as they were given.
    private var words: [String] { arguments.map { $0.hasPrefix(Self.mark) ? String($0.dropFirst()) : $0 } }

    func run() throws {
        let output = output.open()
        do {
            let host = try path.makeHost()
            let (module, action) = try load(on: host)
            let name = ActionName(module: module.name, action: action)
            let values = try values(for: name, of: module)
            let start = ContinuousClock.now
            CrashReport.note(name)
            defer { CrashReport.note(nil) }
            let result = try host.call(name, with: values)
            host.runMainThreadWork()
            let shown = module.signature(of: action)?.concealing(values) ?? values
            try tell(name, shown, result, ContinuousClock.now - start, output)
        } catch let mistake as Diagnostic {
            throw output.fail(Diagnostics([inWordsOfTheShell(mistake)]))
        } catch let mistakes as Diagnostics {
            throw output.fail(Diagnostics(mistakes.all.map(inWordsOfTheShell)))
        }
    }

    private func load(on host: ModuleHost) throws -> (Module, String) {
        // The name of an action has neither.
        let isDeclaration = declaration.contains { "( ".contains($0) }
        let module = try host.module(
            ActionName.moduleName(ofLibrary: library), library: library,
            config: config.map { try Value.read(SourceText(name: "--config", $0)) },
            bindings: bindings.map { [$0] } ?? [],
            declarations: isDeclaration ? [declaration] : [])
        guard isDeclaration else { return (module, declaration) }
        var scope = module.scope
        let source = SourceText(name: "declaration", declaration)
        let read = try scope.read(source.whole)
        guard let function = read.compactMap(\.function).last else {
            throw Diagnostic(.error, .usage, code: .usage(.declaration), "\"\(declaration)\" declares no function")
        }
        return (module, function.symbol)
    }

    // MARK: Values

    private func values(for name: ActionName, of module: Module) throws -> [Value] {
        guard let signature = module.signature(of: name.action) else { return words.map { .string($0) } }
        let given = signature.given(byPosition: words.count) ?? signature.given
        return try words.enumerated().map { index, text in
            let parameter = index < given.count ? signature.parameters[given[index]] : nil
            return try value(of: text, at: index, parameter)
        }
    }

    private func value(of text: String, at index: Int, _ parameter: Parameter?) throws -> Value {
        let json = try? Value.read(SourceText(name: "argument \(index + 1)", text))
        guard let parameter, parameter.crossing.takesText else { return json ?? .string(text) }
        switch json {
        case .bytes(let bytes): return .bytes(bytes)
        case .null where parameter.isOptional: return .null
        default: return .string(text)
        }
    }

    // MARK: Telling

    /// A mistake in the words of a command line is usage, and is mended there.
    private func inWordsOfTheShell(_ mistake: Diagnostic) -> Diagnostic {
        var mistake = mistake
        if mistake.subject == .document { mistake.subject = .usage }
        if mistake.code == .action(.undeclared) {
            mistake.suggestion =
                "write its C declaration in place of its name, such as 'double \(declaration)(double x)'; "
                + "man 3 \(declaration) may have it"
        }
        return mistake
    }

    private func tell(
        _ name: ActionName, _ values: [Value], _ result: CallResult, _ duration: Duration, _ output: CommandOutput
    ) throws {
        if output.isJSON {
            output.events.receive(.call(event(name, values, result, duration)))
        } else {
            tellPeople(name, result)
        }
        if case .failed = result.outcome { throw ExitStatus.failed.code }
    }

    private func tellPeople(_ name: ActionName, _ result: CallResult) {
        switch result.outcome {
        case .failed(let failure): StandardStream.error.write("error: \(name.excerpt) failed: \(failure.excerpt)\n")
        case .returned(let value):
            if let value { StandardStream.output.write(value.plain + "\n") }
            for member in result.out {
                StandardStream.output.write("\(member.name.printable) = \(member.value.plain)\n")
            }
        }
    }

    private func event(
        _ name: ActionName, _ values: [Value], _ result: CallResult, _ duration: Duration
    ) -> CallEvent {
        let time = duration.components
        return CallEvent(
            index: 0, call: name, arguments: values, status: .init(result.outcome), out: result.out,
            errno: result.errno,
            nanoseconds: UInt64(time.seconds) * 1_000_000_000 + UInt64(time.attoseconds / 1_000_000_000))
    }
}

extension CallCommand {
    /// Stands before a negative number; no argument of a process can have it.
    static let mark = "\0"

    /// The command line with a mark before each negative number, which the parser of arguments takes for an option.
    /// A number behind an option may be its value, unless the option is a flag.
    static func markingNumbers(in arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let flags: Set = ["--json", "--no-color"]
        let own = zip(arguments[..<end], [""] + arguments).map { word, previous in
            let isValue = previous.hasPrefix("-") && !flags.contains(previous) && !previous.beginsAsNegativeNumber
            return word.beginsAsNegativeNumber && !isValue ? mark + word : word
        }
        return own + arguments[end...]
    }
}

extension String {
    fileprivate var beginsAsNegativeNumber: Bool {
        guard first == "-", let second = dropFirst().first else { return false }
        return self == "-Infinity" || second == "." || second.isASCII && second.isNumber
    }
}

extension Value {
    /// A text as it is, for shells; everything else as JSON.
    fileprivate var plain: String { if case .string(let text) = self { text } else { json } }
}
