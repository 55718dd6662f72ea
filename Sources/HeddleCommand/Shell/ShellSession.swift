// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The lines of a shell as the behaviour that they are, and the run of that behaviour.
final class ShellSession {
    private let host: ModuleHost
    private let run: OpenRun
    /// True if steps look at all memory behind handles.
    var isTrusting = false
    /// The place of the line that is run.
    var place = ShellPlace(number: nil)
    /// The steps that have held.
    private var steps: [KeptStep] = []
    /// The folder that the shell was started in, which its paths are relative to.
    let folder = canonicalPath(of: ".")
    private(set) var names = ShellNames()
    /// The types of modules as earlier lines knew them. Nobody reads them here: objects that those lines have made still
    /// lead to them, for as long as they are kept.
    private var formerTypes: [DeclarationScope] = []

    /// - Parameter events: gets what the steps come to.
    init(on host: ModuleHost, events: EventStream) {
        self.host = host
        run = OpenRun(on: host, events: events)
    }

    /// The number of steps that have held.
    var stepCount: Int { steps.count }

    /// Releases what the steps have left. Returns whether all was in order.
    func end() -> Bool { run.end() }

    // MARK: Modules

    /// Loads a library beside the others.
    func load(_ module: ShellModule) throws(Diagnostics) {
        if let other = names.sources.first(where: { $0.name == module.name }) {
            throw Diagnostics([
                Diagnostic(
                    .error, .usage, code: .usage(.shellLine),
                    "\(other.library) is loaded already, as the module \(other.name)")
            ])
        }
        names.modules.append(try module.load(into: host))
        names.sources.append(module)
    }

    /// Adds a C declaration: of functions to the module whose library has them, or else to the last one, and of types
    /// to each that takes it.
    ///
    /// - Returns: the module, and whether its library has one of the functions; nil where it is in all of them.
    func declare(_ declaration: String) throws(Diagnostics) -> (module: ShellModule, isThere: Bool)? {
        guard !names.sources.isEmpty else { throw .noModule }
        let text = declaration.hasSuffix(";") ? String(declaration.dropLast()) : declaration
        let symbols = Set(names.modules.flatMap { functions(declaredBy: text, in: $0) })
        if symbols.isEmpty {
            try declareType(text)
            return nil
        }
        let having = names.modules.indices.filter { index in
            symbols.contains { names.modules[index].library.defines($0) }
        }
        let lacking = having.first { index in symbols.contains { names.modules[index].signature(of: $0) == nil } }
        let index = lacking ?? having.first ?? names.sources.count - 1
        try change(index) { $0.declare(text, symbols) }
        return (names.sources[index], !having.isEmpty)
    }

    /// The functions that a text declares; none where it cannot be read, which the module tells.
    private func functions(declaredBy text: String, in module: Module) -> [String] {
        var scope = module.scope
        let source = SourceText(name: "declaration", text)
        return ((try? scope.read(source.whole)) ?? []).compactMap { $0.function?.symbol }
    }

    /// Adds a type to each module that does not have it otherwise.
    private func declareType(_ text: String) throws(Diagnostics) {
        try changeThoseThatTakeIt(names.sources.indices) { $0.declare(text) }
    }

    /// Changes each of some modules that takes the change.
    ///
    /// - Throws: the last refusal, where none does.
    private func changeThoseThatTakeIt(
        _ indices: some Collection<Int>, _ change: (inout ShellModule) -> Void
    ) throws(Diagnostics) {
        var refusals: [Diagnostics] = []
        for index in indices {
            do throws(Diagnostics) { try self.change(index, change) } catch { refusals.append(error) }
        }
        if refusals.count == indices.count, let last = refusals.last { throw last }
    }

    /// Adds a file of bindings to the last module.
    func bind(_ file: String) throws(Diagnostics) -> ShellModule {
        guard !names.sources.isEmpty else { throw .noModule }
        try change(names.sources.count - 1) { $0.bindings.append(file) }
        return names.sources[names.sources.count - 1]
    }

    /// Adds annotations to parts of a function of the module that has it, or of a structure in each module that takes
    /// it.
    func annotate(_ name: String, _ parts: [Value.Member]) throws(Diagnostics) {
        guard !names.sources.isEmpty else { throw .noModule }
        let having = names.modules.indices.filter { names.modules[$0].signature(of: name) != nil }
        try changeThoseThatTakeIt(having.isEmpty ? Array(names.sources.indices) : having) { $0.annotate(name, parts) }
    }

    /// Adds annotations to functions.
    private func annotate(_ annotations: [ShellAnnotation]) throws(Diagnostics) {
        for annotation in annotations {
            guard let index = names.sources.firstIndex(where: { $0.name == annotation.function.module }) else {
                continue
            }
            try change(index) { $0.annotate(annotation) }
        }
    }

    /// Changes a module, unless a line before then means something else.
    private func change(_ index: Int, _ change: (inout ShellModule) -> Void) throws(Diagnostics) {
        let former = names.sources
        formerTypes.append(names.modules[index].scope)
        change(&names.sources[index])
        do throws(Diagnostics) {
            names.modules[index] = try names.sources[index].load(into: host)
            try checkSteps()
        } catch {
            try restore(former)
            throw error
        }
    }

    private func restore(_ former: [ShellModule]) throws(Diagnostics) {
        for index in names.sources.indices where names.sources[index] != former[index] {
            names.sources[index] = former[index]
            names.modules[index] = try names.sources[index].load(into: host)
        }
    }

    /// Checks that all steps that were kept are right.
    private func checkSteps() throws(Diagnostics) {
        if steps.isEmpty { return }
        let source = SourceText(name: "shell", document(steps.map(\.json)))
        do throws(Diagnostics) {
            try Plan.read(source, on: host, origin: .file(folder: folder), besides: names.modules).end()
        } catch {
            throw Diagnostics([
                Diagnostic(
                    .error, .usage, code: .usage(.shellLine),
                    "this would make an earlier line wrong: \(error.all.first?.message ?? "")",
                    suggestion: "begin a new shell for another declaration")
            ])
        }
    }

    // MARK: Steps

    /// Gives a value a name, which the behaviour does not have: it has the value in its place.
    func define(_ name: String, as value: String) { names.define(name, as: value) }

    /// Checks a step with those that it stands on, runs it, and keeps it if it holds.
    func run(_ step: ShellStep) throws(Diagnostics) -> Run.Ending {
        var json = step.json
        let saves = step.saves.map { ShellStep.Save(name: names.nextName($0.name), path: $0.path) }
        if !saves.isEmpty { json = json.dropLast(2) + ", \"save\": \(saves.json) }" }
        let next = KeptStep(json)
        try checkNames(of: step, next)
        let before = steps.standing(under: next)
        let source = SourceText(name: place.step, document(before.map(\.json) + [json]))
        let former = names.sources
        do throws(Diagnostics) {
            try annotate(step.annotations)
            let ending = try run.run(
                source, behind: before.reduce(0) { $0 + $1.count }, origin: .file(folder: folder), on: names.modules,
                until: { Interrupts.isPending })
            guard ending == .held else {
                try restore(former)
                return ending
            }
        } catch {
            try restore(former)
            throw error
        }
        steps.append(next)
        for (shown, save) in zip(step.saves, saves) { note(shown.name, as: save.name) }
        if step.isTyped { for saved in next.saves { note(saved, as: saved) } }
        return .held
    }

    /// Notes a value that a step has saved.
    private func note(_ name: String, as saved: String) {
        let isHandle = if case .handle = run.value(of: saved) { true } else { false }
        names.save(name, as: saved, isHandle: isHandle)
    }

    /// Refuses names that the behaviour would not take, or would take for other values than the line means.
    private func checkNames(of step: ShellStep, _ next: KeptStep) throws(Diagnostics) {
        let shown = step.saves.map(\.name)
        if let repeated = shown.first(where: { name in shown.count { $0 == name } > 1 }) {
            throw .wrongName("the line saves \(repeated) twice", "give each value a name of its own")
        }
        guard step.isTyped else { return }
        if let name = next.references.first(where: { names.saved[$0] ?? $0 != $0 }) {
            let other = names.saved[name] ?? name
            throw .wrongName(
                "the latest \(name) is \(other) in the behaviour, where \(name) is an earlier value",
                "write \(other) in JSON")
        }
        if let name = next.saves.first(where: names.taken.contains) {
            throw .wrongName("the behaviour has saved \(name) already", "save another name in JSON")
        }
    }

    /// The saved value, or the part of one, that a reference stands for; nil where none is kept.
    func value(of reference: Reference) -> Value? {
        reference.isPlace || reference.type != nil || !reference.indices.isEmpty
            ? nil : run.value(of: reference.name).flatMap { $0.part(at: reference.part) }
    }

    // MARK: The behaviour

    /// The behaviour, for a file in a folder.
    func behaviour(in target: String) -> String {
        let paths = MovedPaths(to: path(target))
        let entries = names.sources.map { module in
            var member: [UInt8] = []
            module.entry { paths.moved($0, from: .file(folder: folder)) }
                .appendLaidOutJSON(to: &member, levels: 0, indentation: 8)
            return "        " + String(decoding: member, as: UTF8.self)
        }
        return document(steps.map(\.json), "    \"modules\": {\n\(entries.joined(separator: ",\n"))\n    },\n")
    }

    /// The path of something that a line names, wherever native code has gone meanwhile.
    func path(_ path: String) -> String {
        if path.hasPrefix("~/"), let home = Environment.value(of: "HOME") { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    private func document(_ steps: [String], _ modules: String = "") -> String {
        let policy = isTrusting ? "    \"policy\": { \"memory\": \"trusted\" },\n" : ""
        let lines = steps.map { "        \($0)" }.joined(separator: ",\n")
        return "{\n    \"behaviour\": 1,\n\(policy)\(modules)    \"steps\": [\n\(lines)\n    ]\n}\n"
    }
}

extension [ShellStep.Save] {
    /// The names with the parts in JSON; of the result the name alone.
    fileprivate var json: String {
        if count == 1, self[0].path == "result" { return Value.string(self[0].name).json }
        let members = map { "\(Value.string($0.name).json): \(Value.string($0.path).json)" }
        return "{ \(members.joined(separator: ", ")) }"
    }
}

extension Diagnostics {
    /// The diagnostics of a name that cannot stand where it does.
    fileprivate static func wrongName(_ message: String, _ mend: String) -> Diagnostics {
        Diagnostics([Diagnostic(.error, .usage, code: .usage(.shellLine), message, suggestion: mend)])
    }

    /// The diagnostics of a line that is about a module where there is none.
    fileprivate static var noModule: Diagnostics {
        Diagnostics([
            Diagnostic(
                .error, .usage, code: .usage(.shellLine), "no library is loaded",
                suggestion: ".load libm.so.6 loads one")
        ])
    }
}
