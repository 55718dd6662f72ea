// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
package import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON
internal import HeddleWeave

extension Plan {
    /// Resolves and checks a behaviour completely. Modules are loaded; no action is called and no instance is made.
    ///
    /// Its modules are modules of the host as long as the plan lives, and its hooks are around the host's actions, also in
    /// calls that are not of it.
    ///
    /// - Throws: all mistakes, each with its place; then none of its modules and hooks is left.
    package static func make(_ behaviour: Behaviour, on host: ModuleHost, origin: Origin) throws(Diagnostics) -> Plan {
        try SuggestionLimit.apply { () throws(Diagnostics) in
            try make(
                behaviour, issues: [], on: host,
                files: IncludedFiles(of: behaviour.source, from: origin, deliveredBy: host.delivery))
        }
    }

    /// Reads a behaviour with the files that it includes, and makes its plan.
    ///
    /// - Parameters:
    ///   - further: texts of this machine that the behaviour includes without naming them.
    ///   - modules: modules of the program whose types and variables the behaviour uses without naming them.
    /// - Throws: all mistakes, those of form and those of names and types alike, in the order of the file.
    package static func read(
        _ source: SourceText, on host: ModuleHost, origin: Origin, including further: [SourceText] = [],
        besides modules: [Module] = []
    ) throws(Diagnostics) -> Plan {
        try SuggestionLimit.apply { () throws(Diagnostics) in
            let files = IncludedFiles(
                of: source, from: origin, further: further, using: modules, deliveredBy: host.delivery)
            let (part, issues) = Behaviour.readPart(source, including: files.includer)
            guard let part else { throw Diagnostics(issues) }
            return try make(part, issues: issues, on: host, files: files, besides: modules)
        }
    }

    private static func make(
        _ behaviour: Behaviour, issues: [Diagnostic], on host: ModuleHost, files: IncludedFiles,
        besides modules: [Module] = []
    ) throws(Diagnostics) -> Plan {
        var planner = Planner(behaviour: behaviour, host: host, files: files)
        for module in modules { planner.modules.take(module) }
        do {
            let settings = try behaviour.settings.given(host.settings)
            planner.given = GivenValues(settings: settings, files: try files.contents(of: behaviour.files))
        } catch {
            throw Diagnostics(issues + error.all)
        }
        planner.loadModules()
        planner.modules.note(repeated: issues)
        planner.checkReleases()
        planner.giveConstants()
        planner.checkConfigurations()
        // While cases have hooks of their own woven, those of the file are not there.
        let woven = planner.planCases { !$0.hooks.isEmpty }
        planner.weaveHooks()
        planner.bindHookNeeds()
        planner.compiler = planner.makeCompiler()
        var body = planner.plan(behaviour.steps, always: behaviour.always)
        body.setupCount = behaviour.setupCount
        let plain = planner.planCases { $0.hooks.isEmpty }
        let mistakes = planner.mistakes(besides: issues) + planner.calls.golden.warnings
        let found = Diagnostics(mistakes.withoutRepeats.inOrder(of: behaviour.source))
        guard found.errors.isEmpty else {
            planner.removeHooks()
            throw found
        }
        let hooks = WovenHooks(planner.woven, in: host.registry)
        let isInOrder = woven.isEmpty && !behaviour.cases.haveNeeds
        return Plan(
            behaviour: behaviour, files: files, body: body,
            cases: (isInOrder ? plain : (woven + plain).inOrder(of: behaviour)).map { $0.insteadOf(hooks) },
            warnings: found.all, woven: hooks,
            disabled: behaviour.hooks.filter { !$0.isEnabled }.map {
                PassedOverHook(name: $0.name?.value, origin: "\($0.range.location)", reason: "it is not enabled")
            })
    }
}

extension [Diagnostic] {
    /// Those of a file in its order, then those that point elsewhere.
    fileprivate func inOrder(of source: SourceText) -> [Diagnostic] {
        func place(_ diagnostic: Diagnostic) -> Int {
            guard let range = diagnostic.range, range.source === source else { return .max }
            return range.bytes.lowerBound
        }
        return enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }
}

extension [Diagnostic] {
    /// Each once: rows of a table may have the same mistake.
    fileprivate var withoutRepeats: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return filter { diagnostic in
            // Each row of a table adds a note of its own.
            var bare = diagnostic
            bare.notes = []
            return diagnostic.range == nil || seen.insert(bare).inserted
        }
    }
}

extension ModuleEntry {
    /// Returns whether a mistake is in the annotations.
    fileprivate func isAnnotated(_ mistake: Diagnostic) -> Bool {
        guard let range = mistake.range else { return false }
        let places = annotations.flatMap { [$0.function.range] + $0.parts.flatMap { [$0.name.range, $0.words.range] } }
        return places.contains { $0.source === range.source && $0.bytes.overlaps(range.bytes) }
    }
}

/// Makes a plan: modules, then hooks, then steps. It goes on after a mistake, so that all are found.
struct Planner {
    let behaviour: Behaviour
    let host: ModuleHost
    let files: IncludedFiles
    /// The values that are known before the run, without those of rows.
    var given = GivenValues()

    var modules = ResolvedModules()
    /// The hooks that were registered.
    var woven: [HookSpec] = []
    /// The providers of `tracking`.
    var providers = EventProviders.none
    /// The actions that aspects call.
    var asked: [Located<String>] = []
    let calls: CompiledCalls
    /// Compiles the steps that are right at a glance.
    var compiler: StepCompiler?
    var saved: [String: SavedShape] = [:]
    /// The names that left-out steps would have saved.
    private var unsaved: Set<String> = []
    private var released = ReleasedNames()
    var mistakes: [Diagnostic] = []
    /// The reasons why steps are left out. Each follows from a mistake that was found, or is a warning.
    var reasonsForLeavingOut: [Diagnostic] = []
    /// The permissions of modules' functions by the policy.
    var permissions: [String: Pointcut]?
    /// The hooks of modules that are left out.
    var leftOutHooks: [Diagnostic] = []
    /// The actions that were bound for their hooks.
    var triedActions: Set<ActionName> = []
    var saidOfHooks = SaidOfHooks()
    /// The actions that could not be bound, and why: what their hooks lack is not found again at each step.
    private var unbound: [ActionName: Diagnostics] = [:]
    /// Those of them whose hooks are wrong, without their hooks.
    private var bare: [ActionName: Action] = [:]

    /// - Parameter calls: the data that steps share; nil for a planner of a whole behaviour.
    init(behaviour: Behaviour, host: ModuleHost, files: IncludedFiles, calls: CompiledCalls? = nil) {
        self.behaviour = behaviour
        self.host = host
        self.files = files
        self.calls =
            calls
            ?? CompiledCalls(
                golden: GoldenFiles(of: files, accepting: host.acceptsGoldenFiles),
                trusting: behaviour.policy.memory.trust)
    }

    /// All mistakes, with those of the text. No step is left out for an error that nobody is told of.
    fileprivate func mistakes(besides issues: [Diagnostic]) -> [Diagnostic] {
        let found = issues + mistakes
        if behaviour.leavesOut.module || found.contains(where: { $0.severity == .error }) { return found }
        return found + reasonsForLeavingOut.filter { $0.severity == .error }
    }

    /// True if what does not exist is left out with a warning.
    var skipsMissing: Bool { behaviour.policy.missing == .skip }

    mutating func loadModules() {
        // A library of many modules is read once: a plan sees each file as it was when it first came to it.
        var libraries = FoundLibraries()
        for entry in behaviour.modules where entry.table == nil {
            do {
                let (module, mistakes) = try host.load(
                    entry.name.value, library: entry.library?.value, replacing: entry.replaced?.value,
                    config: entry.config?.value,
                    bindings: entry.bindings.map { ($0.value, $0.range) },
                    declarations: entry.declarations.map(\.declarationText),
                    annotations: entry.annotations,
                    origin: files.origin(of: entry.name.range.source), isOfProgram: false, among: &libraries)
                modules.take(module)
                if let warning = module.library.contractWarning {
                    self.mistakes.append(warning.located(at: entry.place, label: "library"))
                }
                if !mistakes.isEmpty {
                    let mayMisjudge = mistakes.contains {
                        entry.isAnnotated($0) || $0.code == .declaration(.redeclared)
                    }
                    modules.note(flawed: module, mayMisjudge: mayMisjudge)
                }
                self.mistakes += mistakes
            } catch {
                note(error, of: entry)
            }
        }
        loadTables()
        modules.hold(in: host.registry)
    }

    /// Checks the functions of `_Free_` that the behaviour itself names, also those of functions that nothing calls.
    fileprivate mutating func checkReleases() {
        for entry in behaviour.modules {
            guard let module = modules[entry.name.value], module.table == nil else { continue }
            let actions = entry.annotations.map(\.function.value) + module.annotatedActions(declaredBy: entry)
            for mistake in module.mistakesOfReleases(of: actions, beside: modules.byName)
            where !(skipsMissing && mistake.code == .module(.symbolMissing)) { mistakes.append(mistake) }
        }
    }

    /// Checks what instances are made from, of the modules that are there.
    mutating func checkConfigurations() {
        mistakes += behaviour.modules.flatMap { modules[$0.name.value]?.configurationMistakes(in: $0) ?? [] }
    }

    mutating func note(_ error: Diagnostics, of entry: ModuleEntry) {
        let located = error.all.map { $0.located(at: entry.place, label: "library") }
        if skipsMissing, let first = located.first, located.allSatisfy({ $0.subject == .module }) {
            modules.note(absent: entry.name.value, first)
        } else {
            modules.note(absent: entry.name.value, located.first)
            mistakes += located
        }
    }

    /// Binds what the hooks that are woven call themselves, and what runs them besides steps.
    mutating func bindHookNeeds() {
        for name in asked { bind(name) }
        planTables()
        for module in modules.all { checkDestruction(of: module) }
    }

    /// Plans steps that are run together.
    ///
    /// - Parameters:
    ///   - always: the steps behind them that run in any case.
    ///   - row: the row of a table that they are run for.
    mutating func plan(_ steps: Steps, always: Steps, for row: Case.Row? = nil) -> StepsPlan {
        saved = [:]
        unsaved = []
        released = ReleasedNames(blocks: steps.blocks)
        let plan = PlannedSteps(steps, always: always, for: given.with(row: row), host: host, calls: calls)
        for index in 0..<steps.count + always.count {
            let written = plan.written(index)
            if compiler?.compile(written, into: plan) != true { compile(written, into: plan) }
        }
        return StepsPlan(steps: plan, policy: behaviour.policy, loaded: modules.loaded)
    }

    /// Compiles a step that needs more than a glance, and says what is wrong with it.
    private mutating func compile(_ written: WrittenStep, into plan: PlannedSteps) {
        let step = written.step
        for reference in step.locatedReferences where reference.value != .temporaryFolder {
            let name = reference.value.name
            if saved[name] != nil { continue }
            saved[name] = plan.origin(of: name).flatMap { origin in
                (try? origin.action.shape(of: origin.path)).map {
                    SavedShape(shape: $0, giver: origin.action, path: origin.path)
                }
            }
            if saved[name] == nil { saved[name] = variables(of: name) }
        }
        for save in written.savedNames { plan.source.number(ofSaved: save, in: written).map { plan.noteSaver(of: $0) } }
        do throws(Diagnostic) {
            let position = plan.endIndex
            // A step may expect to be refused, or its call to fail. Those of "always" run behind a failure, too.
            let mustReturn = position < plan.mainCount && !written.form.expectsFailure
            let mistakesBefore = mistakes.count
            if mustReturn, let refusal = released.refusal(of: step) { mistakes.append(refusal) }
            let (call, site) = try self.plan(step, for: plan.given).get()
            let names = plan.namesReleased(by: call)
            if !names.isEmpty { compiler?.note(released: names, in: plan) }
            if mustReturn, behaviour.policy.onFailure == .stop {
                released.note(names, releasedBy: step, at: position, calling: call.action)
            }
            if !unsaved.isEmpty, let name = call.references.first(where: unsaved.contains) {
                site?.call.discardArguments()
                throw .neverSaved(name, for: step.call.value, at: step.call.range)
            }
            let full = Diagnostic(code: .call(.step), "the step cannot be planned: its plan is full", at: step.range)
            // Without a site a mistake is noted already.
            guard let site else { throw full }
            guard let compiled = compiled(call, site, step, written, for: plan) else {
                mistakes.append(full)
                throw full
            }
            // The other arguments of each call decide whether an object is large enough.
            let parameters = call.action.signature.parameters
            let countsObject = call.pending.contains { index, template in
                index < parameters.count && parameters[index].count != nil && template.room(among: saved) != nil
            }
            if names.isEmpty, mistakes.count == mistakesBefore, calls.forms[compiled.form].own == nil, !countsObject {
                compiler?.note(written, call, of: site, in: plan)
            }
            plan.append(compiled)
        } catch {
            if skipsMissing { unsaved.formUnion(step.saves.map(\.name.value)) }
            reasonsForLeavingOut.append(error)
            plan.append(skipped: error)
        }
    }

    /// Stores a call whose arguments are in the memory of its site; nil if there is no room for it.
    private func compiled(
        _ call: PlannedCall, _ site: CallSite, _ step: Step, _ written: WrittenStep, for plan: PlannedSteps
    ) -> CompiledStep? {
        let expected = (try? written.expectations(of: plan.given)) ?? []
        let isAsWritten = zip(call.expectations, expected).allSatisfy { $0.isAsWritten($1) }
        let conditions: CompiledForm.Conditions =
            call.expectations.isEmpty ? .none : isAsWritten ? .written : .resolved
        let packed = site.conditions(call.expectations)
        let late = site.needsOwnMemory ? nil : lateWords(call, site, plan)
        let own = late == nil ? ownCall(call, site) : nil
        let stored = site.storeEncoded(
            late: late ?? [:], where: packed.all, keepsResult: step.saves.map(\.path.value) == [.result],
            hasNote: conditions == .resolved)
        guard let stored else { return nil }
        if let note = stored.note {
            calls.arena.store(
                UInt64(calls.number(of: ResolvedConditions(call.expectations))),
                at: stored.arguments.advanced(by: note))
        }
        let key = CompiledForm.Key(stored, of: site, conditions, of: written.form, packed.counts)
        let form = own.map { calls.add(CompiledForm(key, site: site, own: $0)) } ?? calls.number(of: key, site)
        return CompiledStep(form: form, stored.arguments)
    }

    /// Gives a call memory of its own. Arguments that refer to values of the run are put there in the run.
    private func ownCall(_ call: PlannedCall, _ site: CallSite) -> OwnCall {
        site.call.discardArguments()
        let own = site.makeOwnCall()
        if call.pending.isEmpty {
            _ = own.encode(call.arguments, naming: host)
        }
        return OwnCall(own, call)
    }

    /// The words of the parameters that take values of the run; nil if one of these takes more than a word.
    private func lateWords(_ call: PlannedCall, _ site: CallSite, _ plan: PlannedSteps) -> [Int: UInt64]? {
        var words: [Int: UInt64] = [:]
        for (index, template) in call.pending {
            guard site.takesLate(index), let late = lateArgument(template, plan) else { return nil }
            words[index] = late.word
        }
        return words
    }

    private func lateArgument(_ template: Template, _ plan: PlannedSteps) -> LateArgument? {
        switch template {
        case .reference(let reference):
            return plan.source.number(ofSaved: reference.name).map { number in
                .saved(number, reference: reference.isWhole ? nil : calls.number(of: reference))
            }
        case .computed(let computation):
            return calls.number(of: computation, savedNumber: plan.source.number(ofSaved:)).map(LateArgument.computed)
        case .literal, .array, .object: return nil
        }
    }

    func makeCompiler() -> StepCompiler {
        StepCompiler(into: calls, on: host) { [host, absent = modules.absent] name in
            let isThere = absent[name.module] == nil && host.registry.module(named: name.module)?.isAnswered != true
            return isThere ? try? host.registry.action(name) : nil
        }
    }

    private mutating func plan(_ step: Step, for given: GivenValues) -> Result<(PlannedCall, CallSite?), Diagnostic> {
        if given.isEmpty { return plan(step) }
        if let refusal = refusalOfSettings(in: step, given: given) {
            mistakes.append(refusal)
            return .failure(refusal)
        }
        do {
            return plan(try step.filled(from: given))
        } catch {
            mistakes.append(error)
            return .failure(error)
        }
    }

    /// Takes the hooks away again.
    mutating func removeHooks() {
        woven.remove(from: host)
        woven = []
    }

    /// An action that an aspect calls is bound with its hooks like those that steps call.
    private mutating func bind(_ name: Located<String>) {
        do {
            try host.registry.bind(name.value)
        } catch {
            mistakes += error.all.map { $0.located(at: name.range) }
        }
    }

    /// Hooks before the end of an instance are made in the run; they are checked now.
    private mutating func checkDestruction(of module: Module) {
        do {
            _ = try host.registry.hooksBeforeDestruction(of: module)
        } catch {
            noteOfHooks(error.all)
        }
    }

    private mutating func plan(_ step: Step) -> Result<(PlannedCall, CallSite?), Diagnostic> {
        // Also of steps that cannot be planned: what is wrong elsewhere may quote their lines.
        let name = step.call.value
        if let signature = host.registry.module(named: name.module)?.signature(of: name.action) {
            step.concealSecrets(of: signature)
        }
        let references = step.locatedReferences
        resolveCasts(in: references)
        checkVariables(in: references)
        if let operation = step.operation { return planMemory(step, operation) }
        if let reason = modules.absent[name.module] { return .failure(reason.asWarning(at: step.call.range)) }
        do {
            return .success(plan(step, by: try bound(name)))
        } catch {
            if error.all.allSatisfy(\.isOfHook), let action = actionWithoutHooks(name) { _ = plan(step, by: action) }
            return leaveOut(step, because: error)
        }
    }

    private mutating func planMemory(
        _ step: Step, _ operation: MemoryOperation
    ) -> Result<(PlannedCall, CallSite?), Diagnostic> {
        do throws(Diagnostic) {
            if let refusal = memoryRefusal(of: step, calling: nil) { throw refusal }
            let step = onMember(step)
            let counted = countedMember(of: step)
            let action = try memoryAction(of: step, operation, on: counted, besides: saved)
            return .success(plan(onStructure(step, counted), by: action))
        } catch {
            // A mistake of the step that saves the place was said there.
            let isSaid = step.references.contains { name in
                unsaved.contains(name) || saved[name] == nil && modules[name] == nil
            }
            let mayBeRight = modules.mayMisjudgeValues || behaviour.leavesOut.module
            if !isSaid || operation == .new, !mayBeRight { mistakes.append(error) }
            return .failure(error)
        }
    }

    private mutating func plan(_ step: Step, by action: Action) -> (PlannedCall, CallSite?) {
        if host.registry.module(named: action.name.module)?.isAnswered == true, !action.isAnswered {
            mistakes.append(.unanswered(step.call))
        }
        if step.operation == nil, let refusal = memoryRefusal(of: step, calling: action) { mistakes.append(refusal) }
        var planner = CallPlanner(step: step, action: action, host: host, calls: calls)
        let call = planner.plan(saved: &saved)
        let mayFit =
            step.operation == nil ? modules.mayMisjudgeValues(of: action.name.module) : modules.mayMisjudgeValues
        if !mayFit { mistakes += planner.mistakes }
        warnOfCountedTexts(in: step, by: action)
        return call
    }

    /// An action whose hooks are wrong, so that its steps are checked all the same.
    private mutating func actionWithoutHooks(_ name: ActionName) -> Action? {
        if let known = bare[name] { return known }
        bare[name] = host.registry.actionWithoutHooks(name)
        return bare[name]
    }

    /// An action with its hooks.
    private mutating func bound(_ name: ActionName) throws(Diagnostics) -> Action {
        if let reason = unbound[name] { throw reason }
        do {
            return try host.registry.action(name)
        } catch {
            // Of its hooks the first step that calls it has said all.
            unbound[name] = error.all.first.map { $0.isOfHook ? Diagnostics([$0]) : error }
            throw error
        }
    }

    private mutating func leaveOut(
        _ step: Step, because found: Diagnostics
    ) -> Result<(PlannedCall, CallSite?), Diagnostic> {
        let located = found.all.map(at(step))
        let first = located.first ?? Diagnostic(code: .call(.step), "the step cannot be planned", at: step.range)
        if skipsMissing, [.action(.missing), .module(.symbolMissing)].contains(first.code) {
            return .failure(first.asWarning(at: step.call.range))
        }
        noteOfHooks(found.all.filter(\.isOfHook), at: step.call.range)
        mistakes += located.filter { !$0.isOfHook && !isKnockOn($0, in: step.call.value.module) }
        return .failure(first)
    }
}

extension Planner {
    /// Places a mistake of what a step calls: at the declaration where the library lacks what that declares.
    private func at(_ step: Step) -> (Diagnostic) -> Diagnostic {
        let call = step.call
        let declaration = modules[call.value.module]?.declarationRange(of: call.value.action)
        return { mistake in
            guard mistake.code == .module(.symbolMissing), mistake.range == nil,
                let declaration, declaration.source === call.range.source
            else { return mistake.located(at: call.range) }
            return mistake.located(at: declaration).with(note: .init("it is called", at: call.range))
        }
    }

    /// Returns whether a mistake only follows from another one that was found.
    func isKnockOn(_ mistake: Diagnostic, in module: String) -> Bool {
        mistake.code == .module(.unknown)
            ? behaviour.leavesOut.module : mistake.code.area == .action && modules.isFlawed(module)
    }
}

extension ModuleEntry {
    /// The place where it says what the module is.
    fileprivate var place: SourceRange { (library ?? table?.source)?.range ?? name.range }
}

extension Diagnostic {
    /// The diagnostic with a place, where it has none of its own.
    func located(at range: SourceRange, label: String? = nil) -> Diagnostic {
        guard self.range == nil else { return self }
        var located = self
        located.range = range
        located.label = self.label ?? label
        return located
    }

    /// A part that is left out has only a warning.
    func asWarning(at range: SourceRange) -> Diagnostic {
        var warning = self
        warning.severity = .warning
        warning.range = range
        warning.message += "; the call is skipped"
        return warning
    }
}
