// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads either shape; the value at the top of the file decides which.
    ///
    /// - Parameter steps: has read the steps of the file.
    func behaviour(_ root: JSONNode, _ steps: StepReader) -> Behaviour? {
        switch root.content {
        case .array(let elements): return sequence(elements, root.range.source, steps)
        case .object(let members): return hasKnownVersion(members, root) ? version1(root, steps) : nil
        default:
            note(
                .shape, "a behaviour is \(root.kindWithArticle), expected an array or an object", at: root.range,
                label: root.label,
                notes: [
                    Diagnostic.Note("the array form: [{\"name\": \"module\", \"actions\": [{\"func\": \"action\"}]}]"),
                    Diagnostic.Note(
                        "the full form: {\"behaviour\": 1, \"modules\": {…}, \"steps\": [{\"call\": \"module.action\"}]}"
                    ),
                ])
            return nil
        }
    }

    /// Returns whether an object has the version that is known; notes why not.
    private func hasKnownVersion(_ members: JSONObject, _ root: JSONNode) -> Bool {
        guard let member = members.first(where: { $0.name == "behaviour" }) else {
            // The form of the file reports a misspelt key.
            if members.contains(where: { nearest(to: $0.name, among: ["behaviour"]) != nil }) { return true }
            let brace = SourceRange(root.range.source, root.range.bytes.prefix(1))
            note(
                .missingKey, "a behaviour needs the key \"behaviour\", found none", at: brace, label: root.label,
                suggestion: "begin it with \"behaviour\": 1")
            return false
        }
        let field = Field(key: "behaviour", owner: "a behaviour", node: member.value)
        return checkVersion(field, of: "a behaviour")
    }

    /// Returns whether a version is the one that is known.
    @discardableResult
    func checkVersion(_ field: Field, of form: String) -> Bool {
        switch field.node.content {
        case .number(.integer(1)): return true
        case .number:
            note(
                .unknownVersion,
                "the file is version \(field.range.excerpt) of \(form), expected 1, the only version known",
                at: field.range, label: field.node.label)
        default: wrongType(field, expected: "1, the version of the form", suggestion: field.node.mend { $0 == "1" })
        }
        return false
    }

    private func version1(_ root: JSONNode, _ reader: StepReader) -> Behaviour {
        add(root.range.source, reader.table)
        names.files[includer.root ?? ""] = .some(nil)
        let documents = documents(of: root)
        // The modules may stand behind the section, or in the file that includes it.
        let tracking = documents.compactMap { $0.tracking }
        let settings = take(Self.settings, documents.compactMap(\.settings)) { Located($0.setting.name, at: $0.range) }
        let files = take(Self.files, documents.compactMap(\.files)) { $0.name }
        // Steps call modules by name, and a file may write its modules behind its steps.
        var fixture = Fixture()
        fixture.setup = documents.flatMap { $0.setup.map(self.steps) ?? [] }
        noteUnresolvedReferences()
        fixture.scope = saves
        let steps = fixture.setup + documents.flatMap { $0.steps.map(self.steps) ?? [] }
        let always = documents.reversed().flatMap { $0.always.map(self.steps) ?? [] }
        noteUnresolvedReferences()
        // Without "setup" they clean up behind "steps", which cases do not run.
        let surroundsCases = documents.contains { $0.setup != nil } && documents.contains { $0.cases != nil }
        if surroundsCases { fixture.always = knownBehindCases(always, of: fixture.scope) }
        let cases = documents.flatMap { $0.cases.map { self.cases($0, inside: fixture) } ?? [] }
        checkNeeds(of: cases)
        return Behaviour(
            source: root.range.source, form: .version1, modules: documents.flatMap(\.modules),
            hooks: documents.flatMap(\.hooks) + tracking.flatMap(hooks), providers: tracking.flatMap(\.providers),
            settings: settings, files: files, steps: self.steps(at: steps), setupCount: fixture.setup.count,
            always: self.steps(at: always), cases: cases,
            policy: documents.last?.policy.policy ?? .version1,
            permissions: documents.last?.policy.permissions, leavesOut: leftOut)
    }

    /// The steps of the scope that is being read that begin at some places.
    func steps(at entries: [Steps.Entry]) -> Steps {
        Steps(files: files, modules: ModuleScope(modules), entries: entries, saves: saves.names)
    }

    /// Reads a file, and before it those that it includes, except for the steps of them all.
    private func documents(of root: JSONNode, isIncluded: Bool = false) -> [Version1Draft] {
        var draft = Version1Draft()
        Version1Draft.form.read(Field(key: "", owner: "", node: root), into: &draft, self)
        if hasUnreadModules(root) { (leftOut.module, lacksModules) = (true, true) }
        if isIncluded, let policy = draft.policyRange {
            note(
                .badInclude, "an included file has a policy, expected only the file that is run to have one", at: policy
            )
        }
        let further = isIncluded ? [] : includer.further
        return draft.include.flatMap(included)
            + further.flatMap { file in included(Located(file.source.name, at: file.source.whole)) { file } } + [draft]
    }

    /// Returns whether a file has modules under a misspelt name, or in another form than an object.
    private func hasUnreadModules(_ root: JSONNode) -> Bool {
        guard case .object(let members) = root.content else { return false }
        if let modules = members.first(where: { $0.name == "modules" }) {
            if case .object = modules.value.content { return false }
            return true
        }
        let known = Version1Draft.form.keys.map(\.name)
        return members.contains { !known.contains($0.name) && nearest(to: $0.name, among: known) == "modules" }
    }

    /// Reads an included file with those that it includes; nothing, with a note, where it cannot be included.
    private func included(_ path: Located<String>) -> [Version1Draft] {
        included(path) { () throws(Diagnostic) in try self.includer.read(path.value, path.range.source) }
    }

    private func included(
        _ path: Located<String>, read: () throws(Diagnostic) -> Includer.File
    ) -> [Version1Draft] {
        guard names.open.count < Self.deepestInclude else {
            note(
                .badInclude,
                "\(path.range.excerpt) is not read: \(Self.deepestInclude) files include each other in a chain "
                    + "before it, the maximum", at: path.range,
                suggestion: "include it in a file nearer to the one that is run")
            (leftOut, lacksFile) = ((module: true, hook: true), true)
            return []
        }
        do {
            let file = try read()
            guard isNew(file, path) else { return [] }
            let steps = StepReader()
            let (root, duplicates) = try JSONNode.parse(file.source, elements: steps)
            add(file.source, steps.table)
            add(duplicates)
            guard case .object(let members) = root.content else {
                note(
                    .shape, "an included file is \(root.kindWithArticle), expected an object", at: root.range,
                    label: root.label, notes: [Diagnostic.Note("it is included", at: path.range)])
                return []
            }
            names.open.append((file.identity, file.source.name))
            defer { names.open.removeLast() }
            return hasKnownVersion(members, root) ? documents(of: root, isIncluded: true) : []
        } catch let mistakes as Diagnostics {
            add(mistakes.all)
        } catch let mistake as Diagnostic {
            add([mistake.range == nil ? mistake.placed(at: path.range) : mistake])
        } catch {}
        leftOut = (module: true, hook: true)
        lacksFile = true
        return []
    }

    /// As many files in a chain as C compilers allow; each takes a part of the stack.
    private static let deepestInclude = 200

    private func isNew(_ file: Includer.File, _ path: Located<String>) -> Bool {
        guard let first = names.files[file.identity] else {
            names.files[file.identity] = path.range
            return true
        }
        let notes = first.map { [Diagnostic.Note("it is included first", at: $0)] } ?? []
        note(
            .badInclude, circle(of: file, path) ?? "\(path.range.excerpt) is included twice, expected each file once",
            at: path.range, notes: notes)
        return false
    }

    /// The words about a file that would include itself; nil where it would not.
    private func circle(of file: Includer.File, _ path: Located<String>) -> String? {
        if file.identity == includer.root {
            return "\(path.range.excerpt) is the file that is run, which would include itself"
        }
        guard let start = names.open.firstIndex(where: { $0.identity == file.identity }) else { return nil }
        let others = names.open[(start + 1)...].map(\.name)
        return "\(path.range.excerpt) would include itself"
            + (others.isEmpty ? "" : " by way of \(others.joined(separator: ", "))")
    }
}

extension Diagnostic {
    fileprivate func placed(at range: SourceRange) -> Diagnostic {
        var placed = self
        placed.range = range
        return placed
    }
}

/// Version 1 as it is read, key by key.
struct Version1Draft {
    var include: [Located<String>] = []
    var modules: [ModuleEntry] = []
    var hooks: [HookEntry] = []
    var settings: DeclaredList<DeclaredSetting>?
    var files: DeclaredList<NamedFile>?
    var setup: Field?
    var steps: Field?
    var always: Field?
    var cases: Field?
    var tracking: TrackingDraft?
    var policy = PolicyDraft()
    var policyRange: SourceRange?
    private var schema: String?

    /// The keys of a behaviour.
    static let form = KeyTable<Version1Draft>(
        "a behaviour",
        [
            .required("behaviour", JSONSchema.just(.whole(1)).described("The version of the file format: 1.")) {
                _, _, _ in
            },
            .optional(
                "$schema", \.schema, .text,
                "A JSON Schema for editors; `heddle schema` writes one."),
            .optional(
                "include", \.include, .list(of: .path),
                "Behaviours to include before this one; paths are relative to this file."),
            .optional(
                "settings", \.settings, .settings,
                "Values that `--set` may give, declared in C with their defaults: "
                    + "`int32_t n = 5`. Steps refer to them by {\"ref\": \"settings.n\"}."),
            .optional(
                "files", \.files, .files,
                "Files by names of your choice. Steps refer to their bytes by {\"ref\": \"files.NAME\"}; paths are "
                    + "relative to this file."),
            .optional(
                "modules", \.modules, .modules,
                "The libraries, under the names that the rest of the file uses."),
            .optional("hooks", \.hooks, .hooks, "Hooks around calls."),
            .optional(
                "tracking", \.tracking, .tracking,
                "The events that are sent about calls: what is tracked, and who receives it."),
            .optional(
                "setup", \.setup, .steps,
                "Steps that run first, before `steps` and anew in each case; `always` then runs behind each case too."),
            .optional("steps", \.steps, .steps, "The calls, in order."),
            .optional("always", \.always, .steps, "Steps that run at the end in any case, for cleaning up."),
            .optional("cases", \.cases, .cases, "Independent tests for `heddle test`."),
            .optional(
                "policy",
                JSONSchema.kind(.object).and(PolicyDraft.form.schema)
                    .described("The reactions to failures and to missing modules, and the rights of hooks.")
            ) { draft, field, reader in
                draft.policyRange = field.range
                PolicyDraft.form.read(field, into: &draft.policy, reader)
            },
        ])
}

extension FieldType where Read == Located<String>, Reader == BehaviourReader {
    /// The path of a file.
    fileprivate static var path: Self { Self(.text) { $1.text($0, expected: "the path of a file") } }
}
