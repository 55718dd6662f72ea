// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleReport
import HeddleSystem

/// Takes lines one after another, and does what they say.
final class Shell {
    private let session: ShellSession
    private var journal: ShellJournal
    private let output: CommandOutput
    /// The lines that had held when native code ended the process before this one.
    private var earlier: [String]
    /// True if a person types the lines.
    private let isInteractive: Bool
    /// The status of the first line that went wrong.
    private(set) var status = ExitStatus.held
    private(set) var isOver = false

    /// - Parameter earlier: the lines that an earlier process has run, for `.again`.
    init(
        on host: ModuleHost, _ output: CommandOutput, journal: ShellJournal, earlier: [String], isInteractive: Bool
    ) {
        self.output = output
        session = ShellSession(on: host, events: output.events)
        self.journal = journal
        self.isInteractive = isInteractive
        self.earlier = earlier
    }

    /// The meaning of the names in lines.
    var names: ShellNames { session.names }

    /// Loads a library.
    func load(_ module: ShellModule) throws(Diagnostics) { try session.load(module) }

    /// Releases what the lines have left.
    func end() {
        if !session.end() { note(.failed) }
        output.events.finish(status)
    }

    /// Does what a line says.
    ///
    /// - Parameter number: its number among lines that nobody types; nil for one that a person types.
    func take(_ line: String, number: Int? = nil) {
        session.place = ShellPlace(number: number)
        journal.number = number
        do throws(Diagnostics) {
            switch try read(line) {
            case .nothing: break
            case .order(let word, let operand): try obey(word, operand)
            case .definition(let name, let value):
                try journal.noting(line) { session.define(name, as: value) }
            case .declaration(let text):
                let declared = try journal.noting(line) { () throws(Diagnostics) in try session.declare(text) }
                let place = declared.map {
                    " in \($0.module.name)\($0.isThere ? "" : ", which exports no such function")"
                }
                tell("declared\(place ?? "")\n")
            case .known(let value): show(value, of: line)
            case .value(let reference, let step):
                if let value = session.value(of: reference) {
                    show(value, of: "\(reference)")
                } else if let step {
                    try run(step, line)
                } else {
                    tell("\(reference) has no value\n")
                }
            case .step(let step): try run(step, line)
            }
        } catch {
            for mistake in error.shown {
                var mistake = inWordsOfTheShell(mistake)
                if let number, mistake.range == nil { mistake.notes.append(Diagnostic.Note("in line \(number)")) }
                output.events.receive(.diagnostic(mistake))
            }
            note(ExitStatus(error))
        }
    }

    private func read(_ line: String) throws(Diagnostics) -> ShellLine {
        do throws(Diagnostic) { return try ShellNotation.read(line, at: session.place, session.names) } catch {
            throw Diagnostics([error])
        }
    }

    private func run(_ step: ShellStep, _ line: String) throws(Diagnostics) {
        let run = { () throws(Diagnostics) in
            Interrupts.watch()
            defer { if self.isInteractive { Interrupts.passOver() } }
            for inner in step.inner {
                let ending = try self.session.run(inner)
                guard ending == .held else { return ending }
            }
            return try self.session.run(step)
        }
        switch try journal.noting(line, isHeld: { $0 == .held }, run) {
        case .held:
            if let name = step.shown, let value = session.value(of: Reference(name)) { show(value, of: name) }
        case .failed: note(.failed)
        case .interrupted: note(.interrupted)
        }
    }

    private func show(_ value: Value, of name: String) {
        if output.isJSON {
            output.events.receive(.emitted(EmittedEvent(name: name, value: value, call: nil)))
        } else {
            tell(ShellReport.text(of: value))
        }
    }

    /// Notes what a line has come to.
    private func note(_ outcome: ExitStatus) { if status == .held { status = outcome } }

    private func tell(_ text: String) { StandardStream.output.write(text) }

    /// The mistake with a way out that is one in a shell.
    private func inWordsOfTheShell(_ mistake: Diagnostic) -> Diagnostic {
        var mistake = mistake
        if mistake.code == .declaration(.variable), let range = mistake.range {
            mistake.suggestion = Self.object(at: range)
        }
        switch mistake.code {
        case .action(.undeclared):
            mistake.suggestion =
                "type its C declaration with a ; at its end, such as double cos(double x); or load bindings by .bindings"
        case .action(.unsupported) where mistake.suggestion != nil:
            mistake.suggestion = "type its declaration once more, with an annotation of each of these pointers"
        default:
            mistake.suggestion = mistake.suggestion?.replacing(MemoryRefusal.trust, with: "type .trust")
        }
        return mistake
    }

    /// The way to an object in memory, which a declaration of a variable does not make here.
    private static func object(at name: SourceRange) -> String {
        let all = name.source.bytes
        if all[name.bytes].first == UInt8(ascii: "=") {
            return "name = new TYPE makes an object in memory, and name = VALUE gives a value a name"
        }
        let words = all[..<name.bytes.lowerBound].split(separator: UInt8(ascii: " "))
            .map { String(decoding: $0, as: UTF8.self) }
        let type = words.filter { !$0.isAnnotation }.joined(separator: " ")
        let extent = all[name.bytes.upperBound...].prefix {
            $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") || 48...57 ~= $0
        }
        let text = String(decoding: all[name.bytes], as: UTF8.self)
        return "\(text) = new \(type)\(String(decoding: extent, as: UTF8.self)) makes an object in memory"
    }

    // MARK: Orders

    private func obey(_ word: String, _ operand: String) throws(Diagnostics) {
        guard let order = ShellOrder(rawValue: word) ?? (word == "exit" ? .quit : nil) else {
            throw wrong(
                "there is no .\(word)",
                didYouMean(word, among: ShellOrder.allCases.map(\.rawValue)) ?? ".help lists all")
        }
        let isOptional = order.operand.hasPrefix(" [")
        if operand.isEmpty, !order.operand.isEmpty, !isOptional {
            throw wrong(".\(word) needs\(order.operand)", "\(order.words): .\(word)\(order.operand)")
        }
        switch order {
        case .functions: listFunctions(operand.isEmpty ? "*" : operand)
        case .show: try show(operand)
        case .load:
            try remembering(".load \(operand)") { () throws(Diagnostics) in
                try session.load(ShellModule(library: operand, in: session.folder))
            }
        case .bindings:
            try remembering(".bindings \(operand)") { () throws(Diagnostics) in
                _ = try session.bind(operand)
            }
        case .annotate: try annotate(operand)
        case .trust: try remembering(".trust") { session.isTrusting = true }
        case .steps: tell(session.behaviour(in: "."))
        case .save: try save(to: operand)
        case .again: runAgain()
        case .help: tell(ShellOrder.overview)
        case .quit: isOver = true
        }
    }

    /// Adds the annotations of a line such as `.annotate struct iovec iov_base _In_reads_bytes_(iov_len)`, or of one with
    /// an object of them.
    private func annotate(_ operand: String) throws(Diagnostics) {
        let (name, parts): (String, [Value.Member])
        if let start = operand.firstIndex(of: "{") {
            name = String(operand[..<start]).trimmingShellSpace
            let object = try Value.read(SourceText(name: session.place.line, String(operand[start...])))
            guard case .object(let members) = object, !members.isEmpty,
                members.allSatisfy({ ValueKind($0.value) == .text })
            else { throw noAnnotation }
            parts = members
        } else {
            let words = operand.split(separator: " ").map(String.init)
            guard let first = words.firstIndex(where: DeclarationScope.isAnnotation), first >= 2 else {
                throw noAnnotation
            }
            name = words[..<(first - 1)].joined(separator: " ")
            parts = [Value.Member(words[first - 1], .string(words[first...].joined(separator: " ")))]
        }
        try remembering(".annotate \(operand)") { () throws(Diagnostics) in try session.annotate(name, parts) }
    }

    private var noAnnotation: Diagnostics {
        wrong(
            ".annotate needs\(ShellOrder.annotate.operand)",
            "such as .annotate strtol endptr _Outptr_, or .annotate struct iovec iov_base _In_reads_bytes_(iov_len)")
    }

    private func remembering(_ line: String, _ body: () throws(Diagnostics) -> Void) throws(Diagnostics) {
        try journal.noting(line) { () throws(Diagnostics) in try body() }
    }

    private func listFunctions(_ pattern: String) {
        let pattern = WildcardPattern(pattern)
        for module in names.modules {
            let found = module.callableNames.filter { pattern.matches($0) || pattern.matches("\(module.name).\($0)") }
            for name in found.sorted() {
                guard let signature = module.signature(of: name) else { continue }
                tell("\(module.name).\(name)  \(signature)".printable + "\n")
            }
            let bare = module.library.functionNames.filter { module.signature(of: $0) == nil && pattern.matches($0) }
            if !bare.isEmpty {
                let some = bare.sorted().prefix(20).joined(separator: " ")
                tell("\(module.name) exports \(bare.count) that nothing declares: \(some)".printable + "\n")
            }
        }
    }

    private func show(_ name: String) throws(Diagnostics) {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        var isFound = false
        for module in names.modules {
            let action = parts.count == 2 && parts[0] == module.name ? parts[1] : name
            guard let signature = module.signature(of: action) else { continue }
            isFound = true
            tell("\(module.name).\(action)  \(signature)".printable + "\n")
            if !signature.help.text.isEmpty { tell("    \(signature.help.text)".printable + "\n") }
        }
        if isFound || showType(name) { return }
        if let (module, value) = names.constant(name) {
            return tell("\(module.name).\(name)  \(value.excerpt(limit: 200))".printable + "\n")
        }
        let known = names.modules.flatMap { Array($0.callableNames) + $0.scope.typeNames }
        throw wrong(
            "no function, type or constant is named \(name)", didYouMean(name, among: known) ?? ".functions lists all")
    }

    /// - Returns: false if no module declares a type of this name.
    private func showType(_ name: String) -> Bool {
        var shown: Set<String> = []
        for module in names.modules {
            guard let type = try? module.scope.type(SourceText(name: "type", name).whole) else { continue }
            let definition = type.defined.canonical.definition
            let size = type.defined.layout.map { ", \(counted($0.size, "byte"))" } ?? ""
            if shown.insert(definition).inserted { tell("\(module.name)\(size): \(definition)".printable + "\n") }
        }
        return !shown.isEmpty
    }

    private func save(to path: String) throws(Diagnostics) {
        if session.stepCount == 0 { throw wrong("there is no step to save", "a line that held is one") }
        let place = session.path(path)
        do throws(Diagnostic) {
            let file = try WholeFile(path: place, code: .usage(.shellLine))
            file.write(session.behaviour(in: LexicalPath(place).folder.text))
            try file.commit()
        } catch {
            throw Diagnostics([error])
        }
        tell("\(path): \(counted(session.stepCount, "step")); heddle run \(path) runs it".printable + "\n")
    }

    /// Runs the lines that the process before this one has run.
    private func runAgain() {
        let lines = earlier
        earlier = []
        journal.beginAnew()
        for line in lines {
            tell("> \(line)".printable + "\n")
            take(line)
        }
    }

    private func wrong(_ message: String, _ suggestion: String) -> Diagnostics {
        Diagnostics([
            Diagnostic(.error, .usage, code: .usage(.shellLine), message, suggestion: suggestion)
        ])
    }
}
