// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

/// Puts the members of a recording together, in the order in which people read them.
struct RecordingWriter {
    let plan: Plan
    let host: ModuleHost
    private let paths: MovedPaths
    /// The modules that answers replace; nil if there are none.
    let stubs: [String]?
    /// The outcomes of runs with the modules that answers have replaced in the plan; nil where none were.
    private let original: Recording.Original?
    /// The cases of the original as they are run, by their names.
    private let originalCases: [String: CaseSteps]
    /// The members of the file, as they are written.
    private let writtenMembers: [JSONObject.Member]
    /// Is called every few milliseconds.
    private let pause: () -> Void
    private var text = RecordingText()
    var notes: [Diagnostic] = []
    /// The replaced modules that call functions which their answers cannot call.
    var silent: Set<String> = []
    private(set) var calls = 0

    init(
        _ plan: Plan, _ host: ModuleHost, _ paths: MovedPaths, stubs: [String]? = nil,
        original: Recording.Original? = nil, pausing pause: @escaping () -> Void = {}
    ) {
        self.pause = pause
        self.stubs = stubs?.filter { plan.behaviour.modules[named: $0]?.isDeclared(on: host) ?? true }
        self.original = original
        originalCases = Dictionary((original?.plan.runs ?? []).map { ($0.name, $0) }) { first, _ in first }
        self.plan = plan
        self.host = host
        self.paths = paths
        writtenMembers =
            if case .object(let members)? = try? JSONNode.read(plan.behaviour.source).content { Array(members) } else {
                []
            }
    }

    var behaviour: Behaviour { plan.behaviour }

    /// Writes the recording of some runs.
    ///
    /// - Returns: its text.
    mutating func write(steps: [RunRecord], cases: [RunRecord]) -> [UInt8] {
        text.add(.init("behaviour", .number(.integer(1))))
        for remark in kept({ $0.isRemark }) { text.add(remark) }
        text.add(.init("modules", .object(behaviour.modules.map(member))))
        if let policy { text.add(.init("policy", policy)) }
        if let tracking { text.add(.init("tracking", tracking)) }
        add("hooks", behaviour.hooks.filter { $0.tracked == nil }.map(value) + answers(for: nil, in: steps))
        addSteps(in: steps)
        var text = text
        self.text = RecordingText()
        text.add("cases") { add in recordCases(in: cases, to: add) }
        return text.finished()
    }

    private mutating func add(_ name: String, _ values: [Value]) {
        text.add(name) { add in for value in values { add(value) } }
    }

    private mutating func addSteps(in runs: [RunRecord]) {
        var recorder = recorder(of: nil, in: runs)
        let (steps, always) = (plan.writtenSteps, plan.writtenAlways)
        text.add("steps") { add in recorder.record(steps, to: add) }
        text.add("always") { add in recorder.recordAlways(always, from: steps.count, to: add) }
        note(recorder)
    }

    /// The members of a case that hold its steps.
    ///
    /// - Parameter setupCount: how many of the steps set it up.
    mutating func recorded(
        _ steps: [Step], _ always: [Step], of name: String, in runs: [RunRecord], setupCount: Int
    ) -> [Value.Member] {
        var recorder = recorder(of: name, in: runs)
        var recorded: (steps: [Value], always: [Value]) = ([], [])
        recorder.record(steps) { recorded.steps.append($0) }
        recorder.recordAlways(always, from: steps.count) { recorded.always.append($0) }
        note(recorder)
        let (setup, own) = (recorded.steps.prefix(setupCount), recorded.steps.dropFirst(setupCount))
        return [("setup", Array(setup)), ("steps", Array(own)), ("always", recorded.always)].filter { !$1.isEmpty }
            .map { .init($0, .array($1)) }
    }

    private func recorder(of name: String?, in runs: [RunRecord]) -> StepsRecorder {
        let sources = [behaviour.source.name, original?.plan.behaviour.source.name].compactMap(\.self)
        return StepsRecorder(
            runs.map { $0.part(of: name) }, of: host, stubs: stubs, from: sources + plan.sourceFiles,
            original: original.map { original(part: name, $0) }, golden: moved(golden:in:),
            pausing: pause)
    }

    /// The path of a golden file, seen from the new folder.
    func moved(golden path: String, in source: SourceText) -> String {
        paths.moved(path, from: plan.files.origin(of: source))
    }

    private func original(part name: String?, _ original: Recording.Original) -> OriginalSteps {
        let runs = (name == nil ? original.steps : original.cases).map { $0.part(of: name) }
        guard let name else {
            return OriginalSteps(runs, original.plan.writtenSteps, original.plan.writtenAlways)
        }
        return OriginalSteps(runs, originalCases[name]?.steps ?? [], originalCases[name]?.always ?? [])
    }

    private mutating func note(_ recorder: StepsRecorder) {
        notes += recorder.notes
        calls += recorder.calls
    }

    // MARK: What is kept as it is written

    /// The members of the file with some names.
    private func kept(_ isMeant: (String) -> Bool) -> [Value.Member] {
        writtenMembers.filter { isMeant($0.name) }.map { .init($0.name, $0.value.value) }
    }

    /// The array form has its own policy.
    private var policy: Value? {
        if behaviour.form == .version1 { return kept { $0 == "policy" }.first?.value }
        return .object([
            .init("missing", .string(behaviour.policy.missing.rawValue)),
            .init("onFailure", .string(behaviour.policy.onFailure.rawValue)),
        ])
    }

    private func member(_ module: ModuleEntry) -> Value.Member {
        let origin = plan.files.origin(of: module.name.range.source)
        let isStubbed = isStubbed(module)
        var members: [Value.Member] = []
        if let library = library(of: module) {
            members.append(.init(isStubbed || module.library == nil ? "replaces" : "library", .string(library)))
        }
        let bindings = module.bindings.map { Value.string(paths.moved($0.value, from: origin)) }
        if let first = bindings.first {
            members.append(.init("bindings", bindings.count == 1 ? first : .array(bindings)))
        }
        if let table = module.table {
            members.append(.init("table", .string(table.source.value)))
            if let written = table.written { members.append(.init("with", written.value)) }
            if let type = table.type { members.append(.init("as", .string(type.value))) }
        }
        let own = isStubbed ? host.registry.module(named: module.name.value)?.ownDeclarations ?? [] : []
        let declarations = own + module.declarations.map(\.value)
        if !declarations.isEmpty {
            members.append(.init("declarations", .array(declarations.map(Value.string))))
        }
        if !module.annotations.isEmpty { members.append(.init("annotate", module.writtenAnnotations)) }
        if let config = module.config, !isStubbed { members.append(.init("config", config.value)) }
        return .init(module.name.value, .object(members))
    }

    /// A provider of `tracking`.
    func written(provider node: JSONNode) -> Value {
        let origin = plan.files.origin(of: node.range.source)
        return node.value.withFile { paths.moved($0, from: origin) }
    }

    /// A value with hooks or events of a file in it.
    func written(_ value: Value, in source: SourceText) -> Value {
        let origin = plan.files.origin(of: source)
        return value.withFiles { paths.moved($0, from: origin) }
    }

    func value(_ hook: HookEntry) -> Value {
        written(hook.range.jsonValue ?? .null, in: hook.range.source).withPatterns(pattern)
    }

    // MARK: Libraries

    private func isStubbed(_ module: ModuleEntry) -> Bool { stubs?.contains(module.name.value) ?? false }

    /// The library that a module has, or stands in for, seen from the new folder. Stubbed modules of one library have
    /// one name for it, by which they share its handles.
    private func library(of module: ModuleEntry) -> String? {
        guard isStubbed(module), let path = path(of: module) else { return moved(library: module) }
        return behaviour.modules.first { isStubbed($0) && self.path(of: $0) == path }.flatMap(moved(library:))
    }

    private func moved(library module: ModuleEntry) -> String? {
        let origin = plan.files.origin(of: module.name.range.source)
        return (module.library ?? module.replaced).map {
            $0.value.contains("/") ? paths.moved($0.value, from: origin) : $0.value
        }
    }

    private func path(of module: ModuleEntry) -> String? {
        host.registry.module(named: module.name.value)?.library.path
    }

    /// A pattern for the modules of a library by the name that the library has in the recording.
    private func pattern(_ text: String) -> String {
        let isNegative = text.hasPrefix("!")
        let rest = text.dropFirst(isNegative ? 1 : 0)
        let meant = behaviour.modules.filter { module in
            (module.library ?? module.replaced).map { rest.hasPrefix("library:\($0.value).") } ?? false
        }
        guard let written = meant.compactMap({ ($0.library ?? $0.replaced)?.value }).max(by: { $0.count < $1.count }),
            let module = meant.first(where: { ($0.library ?? $0.replaced)?.value == written }),
            let library = library(of: module)
        else { return text }
        return "\(isNegative ? "!" : "")library:\(library)\(rest.dropFirst("library:\(written)".count))"
    }
}

extension [ModuleEntry] {
    fileprivate subscript(named name: String) -> ModuleEntry? { first { $0.name.value == name } }
}

extension ModuleEntry {
    /// True where there are functions for which answers can stand. A module of which nothing was declared or called keeps
    /// its library.
    fileprivate func isDeclared(on host: ModuleHost) -> Bool {
        !bindings.isEmpty || !declarations.isEmpty || table != nil
            || host.registry.module(named: name.value)?.ownDeclarations.isEmpty == false
    }

    /// Its annotations as they are written.
    fileprivate var writtenAnnotations: Value {
        .object(
            annotations.map { added in
                .init(
                    added.function.value,
                    .object(added.parts.map { .init($0.name.value, .string($0.words.value)) }))
            })
    }
}
