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
    private(set) var members: [Value.Member] = []
    var notes: [Diagnostic] = []
    private(set) var calls = 0

    init(_ plan: Plan, _ host: ModuleHost, _ paths: MovedPaths, stubs: [String]? = nil) {
        self.stubs = stubs
        self.plan = plan
        self.host = host
        self.paths = paths
    }

    var behaviour: Behaviour { plan.behaviour }

    mutating func write(steps: [RunRecord], cases: [RunRecord]) {
        members = [.init("behaviour", .number(.integer(1)))] + kept { $0.isRemark }
        members.append(.init("modules", .object(behaviour.modules.map(member))))
        if let policy { members.append(.init("policy", policy)) }
        if let tracking { members.append(.init("tracking", tracking)) }
        add("hooks", behaviour.hooks.filter { $0.tracked == nil }.map(value) + answers(for: nil, in: steps))
        members += recorded(Array(behaviour.steps), Array(behaviour.always), of: nil, in: steps)
        add("cases", recordedCases(in: cases))
    }

    private mutating func add(_ name: String, _ values: [Value]) {
        if !values.isEmpty { members.append(.init(name, .array(values))) }
    }

    mutating func recorded(_ steps: [Step], _ always: [Step], of name: String?, in runs: [RunRecord])
        -> [Value.Member]
    {
        var recorder = StepsRecorder(runs.map { $0.part(of: name) }, of: host, stubs: stubs)
        let recorded = [
            ("steps", recorder.record(steps)), ("always", recorder.recordAlways(always, from: steps.count)),
        ]
        notes += recorder.notes
        calls += recorder.calls
        return recorded.filter { !$1.isEmpty }.map { .init($0, .array($1)) }
    }

    // MARK: What is kept as it is written

    /// The members of the file with some names.
    private func kept(_ isMeant: (String) -> Bool) -> [Value.Member] {
        guard case .object(let members)? = try? JSONNode.read(behaviour.source).content else { return [] }
        return members.filter { isMeant($0.name) }.map { .init($0.name, $0.value.value) }
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
        let isStubbed = stubs?.contains(module.name.value) ?? false
        var members: [Value.Member] = []
        if let library = module.library?.value, !isStubbed {
            let place = library.contains("/") ? paths.moved(library, from: origin) : library
            members.append(.init("library", .string(place)))
        }
        if let bindings = module.bindings {
            members.append(.init("bindings", .string(paths.moved(bindings.value, from: origin))))
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
        let written = written(hook.range.jsonValue ?? .null, in: hook.range.source)
        return stubs == nil ? written : written.withPatterns(pattern)
    }

    /// A pattern for the modules of a library, which are no longer made from it, as patterns for each of them.
    private func pattern(_ text: String) -> [String] {
        let isNegative = text.hasPrefix("!")
        let rest = text.dropFirst(isNegative ? 1 : 0)
        let meant = behaviour.modules.filter { rest.hasPrefix("library:\($0.library?.value ?? $0.name.value).") }
        guard let longest = meant.map({ $0.library?.value ?? $0.name.value }).max(by: { $0.count < $1.count }) else {
            return [text]
        }
        let action = rest.dropFirst("library:\(longest)".count)
        return meant.filter { ($0.library?.value ?? $0.name.value) == longest }
            .map { "\(isNegative ? "!" : "")\($0.name.value)\(action)" }
    }
}
