// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Compiles the steps whose operands are right at a glance, those of a behaviour and of its cases. It leaves the others
/// to ``CallPlanner``, those that are wrong among them.
///
/// It knows the actions with the hooks that are woven when it first meets them, and the references that the planner has
/// found right: what a reference leads to is the same wherever it stands for the same parameter.
final class StepCompiler {
    private var work: CompilerWork

    /// - Parameter action: finds the action of a call; nil if there is something to say of it.
    init(into calls: CompiledCalls, on host: ModuleHost, action: @escaping (ActionName) -> Action?) {
        work = CompilerWork(calls: calls, host: host, action: action)
    }

    /// Compiles a step and adds it to those of a plan; false if it is left.
    func compile(_ written: WrittenStep, into plan: PlannedSteps) -> Bool { work.compile(written, into: plan) }

    /// Notes the references of a step that the planner has found right, and compiled without memory of its own.
    func note(_ written: WrittenStep, _ call: PlannedCall, of site: CallSite, in plan: PlannedSteps) {
        work.note(written, call, of: site, in: plan)
    }

    /// Notes the names of handles that a step releases: the planner looks at what uses them behind it.
    func note(released names: [String], in plan: PlannedSteps) { work.references.note(released: names, in: plan) }
}

/// The forms that a compiler knows, and the step that it compiles. It is a structure so that Swift checks one access to
/// it for each step, and not one for each of its parts.
private struct CompilerWork {
    let calls: CompiledCalls
    let host: ModuleHost
    let action: (ActionName) -> Action?
    /// The known forms of steps.
    private var known: [WrittenStep.FormID: KnownForm] = [:]
    private var last: (id: WrittenStep.FormID, form: KnownForm)?
    /// The forms of operations in memory, by the places that they work on.
    private var placed: [PlacedForm: KnownForm] = [:]
    var references = CheckedReferences()
    // The arguments and conditions of the step that is compiled: in the same memory for all.
    private var arguments: [PackedArgument] = []
    /// The words of the parameters that take parts of saved values.
    private var late: [Int: UInt64] = [:]
    private var conditions: [PackedCondition] = []
    private var packed = CompiledForm.PackedCounts()
    private var comparisons: [(word: ConditionOperator, operand: Value)] = []

    init(calls: CompiledCalls, host: ModuleHost, action: @escaping (ActionName) -> Action?) {
        self.calls = calls
        self.host = host
        self.action = action
    }

    private struct PlacedForm: Hashable {
        let form: WrittenStep.FormID
        let place: String
    }

    /// A form of steps whose action was found.
    private final class KnownForm {
        let form: StepForm
        /// The call that they share; nil if its steps are left to the planner of calls.
        let site: CallSite?
        /// The place of each written argument among those that are given.
        let order: [Int]
        let expectations: [ExpectedPart]
        let isNamed: Bool
        let saves: Int
        let keepsResult: Bool
        /// The number of operands that one of its saved parts is.
        let saveWidth: Int
        /// The number of the form that the latest step was compiled to.
        var compiled = 0

        init(_ form: StepForm, site: CallSite? = nil, order: [Int] = []) {
            self.form = form
            self.site = site
            self.order = order
            isNamed = if case .named = form.arguments { true } else { false }
            saves = form.saves.count
            saveWidth = form.savesByName ? 1 : 2
            keepsResult = form.saves == [.result] && site?.kept != nil
            expectations = form.expectations.map { ExpectedPart($0, site?.part($0.path)) }
        }
    }

    /// A part of the outcome that is expected to be something.
    private final class ExpectedPart {
        /// The part, if it is a number.
        let part: PackedPart?
        /// The operators; nil if some of them take conditions.
        let operators: [ConditionOperator]?
        /// True if the condition is a plain value.
        let isPlainValue: Bool
        /// True if it is the whole result.
        let isResult: Bool
        let role: ExpectationRole

        init(_ expectation: StepForm.Expectation, _ part: PackedPart?) {
            isResult = expectation.path == .result
            self.part = part
            isPlainValue = expectation.condition.isPlainValue
            role = expectation.role
            let operators = expectation.condition.clauses.compactMap { clause -> ConditionOperator? in
                if case .compares(let word, _) = clause { word } else { nil }
            }
            self.operators = operators.count == expectation.condition.clauses.count ? operators : nil
        }
    }

    /// Compiles a step and adds it to those of a plan; false if it is left.
    mutating func compile(_ written: WrittenStep, into plan: PlannedSteps) -> Bool {
        let known = knownForm(of: written, given: plan.given)
        guard let site = known.site else { return false }
        var operand = written.firstOperand
        guard takeArguments(of: written, known, plan, &operand) else { return false }
        let firstSave = operand
        operand += known.saves * known.saveWidth
        guard let expectation = takeExpectations(of: written, known, plan, site, &operand) else { return false }
        guard
            let call = late.isEmpty
                ? site.store(arguments, where: conditions, keepsResult: known.keepsResult)
                    ?? encode(site, keepsResult: known.keepsResult) : encode(site, keepsResult: known.keepsResult)
        else { return false }
        for save in 0..<known.saves {
            let name = firstSave + save * known.saveWidth
            plan.source.number(ofSaved: name, in: written).map { plan.noteSaver(of: $0) }
        }
        let key = CompiledForm.Key(call, of: site, expectation, of: known.form, packed)
        known.compiled = calls.number(of: key, site, probably: known.compiled)
        plan.append(CompiledStep(form: known.compiled, call.arguments))
        return true
    }

    /// Stores literals that need more than a look; nil if one does not fit.
    private func encode(_ site: CallSite, keepsResult: Bool) -> PackedCall? {
        let parameters = site.action.signature
        guard parameters.format == nil, !parameters.parameters.contains(where: \.isSecret) else { return nil }
        var all = [Argument](repeating: .absent, count: parameters.parameters.count)
        for (index, argument) in zip(parameters.given, arguments) {
            if late[index] != nil {
                all[index] = .unknown
            } else if case .value(let value) = argument {
                all[index] = .value(value)
            } else {
                return nil
            }
        }
        let mistakes = site.call.encode(all, naming: host)
        guard mistakes.isEmpty, !site.needsOwnMemory else {
            site.call.discardArguments()
            return nil
        }
        return site.storeEncoded(late: late, where: conditions, keepsResult: keepsResult)
    }

    // MARK: References

    mutating func note(_ written: WrittenStep, _ call: PlannedCall, of site: CallSite, in plan: PlannedSteps) {
        guard host.registry.allowance == nil, let known = noted(written, of: site, given: plan.given) else { return }
        var operand = written.firstOperand
        for place in known.order {
            if known.isNamed { operand += 1 }
            let parameter = site.action.signature.given[place]
            switch call.pending[parameter] {
            case .reference(let reference)?:
                // A value that is known before the run has become an index, and is another one in the next row.
                guard written.leadsToSaved(operand), written.reference(operand)?.indices.isEmpty == true else { return }
                references.note(written.text(operand), reference, for: parameter, of: site, in: plan)
            case nil:
                // The planner may have put something else in the place of what is written.
                guard case .value(let given) = call.arguments[parameter], given == value(operand, of: written, plan)
                else { return }
            default: return
            }
            operand = written.end(of: operand)
        }
        if written.form.operation != nil {
            placed[PlacedForm(form: written.formID, place: written.text(written.firstOperand))] = known
        }
    }

    /// The form of a step that the planner has compiled; nil where each of its steps has to be planned.
    private mutating func noted(_ step: WrittenStep, of site: CallSite, given: GivenValues) -> KnownForm? {
        let form = step.form
        switch form.operation {
        case nil:
            let known = knownForm(of: step, given: given)
            return known.site === site ? known : nil
        case .read, .write:
            let signature = site.action.signature
            guard let order = order(of: form.arguments, signature), !mayShowSecrets(form, signature, given) else {
                return nil
            }
            return KnownForm(form, site: site, order: order)
        case .new, .call: return nil
        }
    }

    // MARK: Forms

    private mutating func knownForm(of step: WrittenStep, given: GivenValues) -> KnownForm {
        let id = step.formID
        if let last, last.id == id { return placedForm(of: step, last.form) }
        let form = known[id] ?? makeForm(of: step, given: given)
        known[id] = form
        last = (id, form)
        return placedForm(of: step, form)
    }

    /// The form of an operation in memory at the place of a step; that of all its places where nothing is known of it.
    private func placedForm(of step: WrittenStep, _ form: KnownForm) -> KnownForm {
        guard !placed.isEmpty, form.form.operation == .read || form.form.operation == .write else { return form }
        return placed[PlacedForm(form: step.formID, place: step.text(step.firstOperand))] ?? form
    }

    private func makeForm(of step: WrittenStep, given: GivenValues) -> KnownForm {
        let form = step.form
        // An allowance restricts the paths that steps may follow: the planner looks at each of them.
        let paths = form.saves + form.expectations.map(\.path)
        if host.registry.allowance != nil, paths.contains(where: { !$0.part.isEmpty }) { return KnownForm(form) }
        guard let action = action(step.call.value), let site = try? calls.site(action),
            let order = order(of: form.arguments, action.signature), !mayShowSecrets(form, action.signature, given),
            form.saves.allSatisfy({
                $0 == .result && action.signature.resultShape != nil || (try? action.shape(of: $0)) != nil
            })
        else { return KnownForm(form) }
        return KnownForm(form, site: site, order: order)
    }

    /// Returns whether the planner has to look at each use of a setting.
    private func mayShowSecrets(_ form: StepForm, _ signature: Signature, _ given: GivenValues) -> Bool {
        guard form.hasReferences, let settings = given.settings else { return false }
        return settings.hasSecrets || signature.parameters.contains(where: \.isSecret)
    }

    /// The place of each written argument among those that are given; nil where they are not these.
    private func order(of arguments: StepForm.Arguments, _ signature: Signature) -> [Int]? {
        switch arguments {
        case .none: return signature.given.isEmpty ? [] : nil
        case .positional(let count): return signature.given.count == count ? Array(0..<count) : nil
        case .named(let names):
            let order = names.compactMap(signature.position(ofArgument:))
            return order.count == names.count && order.count == signature.given.count && Set(order).count == order.count
                ? order : nil
        }
    }

    // MARK: Operands

    /// False if one is not known, and is no result that is kept as a word.
    private mutating func takeArguments(
        of step: WrittenStep, _ known: KnownForm, _ plan: PlannedSteps, _ operand: inout Int
    ) -> Bool {
        arguments.removeAll(keepingCapacity: true)
        if !late.isEmpty { late.removeAll(keepingCapacity: true) }
        for _ in known.order { arguments.append(.value(.null)) }
        for place in known.order {
            if known.isNamed { operand += 1 }
            if let value = value(operand, of: step, plan) {
                arguments[place] = .value(value)
            } else if let word = late(operand, step, plan, known, place) {
                late[word.parameter] = word.word
            } else if let argument = saved(operand, step, plan) {
                arguments[place] = argument
            } else {
                return false
            }
            operand = step.end(of: operand)
        }
        return true
    }

    /// The value of an operand that is known before the run.
    private func value(_ operand: Int, of step: WrittenStep, _ plan: PlannedSteps) -> Value? {
        step.isReference(operand) ? step.value(operand, of: plan.given) : step.value(operand)
    }

    /// The word of a parameter that takes a part of a saved value; nil where that is not known to be right.
    private mutating func late(
        _ operand: Int, _ step: WrittenStep, _ plan: PlannedSteps, _ known: KnownForm, _ place: Int
    ) -> (parameter: Int, word: UInt64)? {
        guard let site = known.site, !references.isEmpty, step.leadsToSaved(operand) else { return nil }
        let parameter = site.action.signature.given[place]
        return references.word(of: step.text(operand), for: parameter, of: site, in: plan).map { (parameter, $0) }
    }

    private func saved(_ operand: Int, _ step: WrittenStep, _ plan: PlannedSteps) -> PackedArgument? {
        guard step.isReference(operand), let number = plan.source.number(ofSaved: operand, in: step),
            let saver = plan.compiledSaver(of: number), case .word(let offset) = saver.form.key.saving,
            let kept = saver.form.site.kept
        else { return nil }
        return .result(saver.step.words.advanced(by: offset), kept)
    }

    // MARK: Expectations

    /// Finds where the conditions stand, and packs them if they compare numbers; nil if some are not known, or wrong.
    private mutating func takeExpectations(
        of step: WrittenStep, _ known: KnownForm, _ plan: PlannedSteps, _ site: CallSite, _ operand: inout Int
    ) -> CompiledForm.Conditions? {
        conditions.removeAll(keepingCapacity: true)
        packed = CompiledForm.PackedCounts()
        if known.expectations.isEmpty { return CompiledForm.Conditions.none }
        var arePacked = true
        for expected in known.expectations {
            guard let operators = expected.operators else { return plainExpectations(step, plan.given, site) }
            operand += 1
            comparisons.removeAll(keepingCapacity: true)
            for word in operators {
                guard let value = value(operand, of: step, plan) else {
                    return plainExpectations(step, plan.given, site)
                }
                if expected.isResult, word == .eq, site.action.cannotReturn(value) { return nil }
                comparisons.append((word, value))
                operand = step.end(of: operand)
            }
            if !expected.isPlainValue { operand += 1 }
            let count = conditions.count
            if expected.part?.append(comparisons, to: &conditions) == true, conditions.count <= PackedCondition.most {
                packed.count(conditions.count - count, as: expected.role)
                continue
            }
            conditions.removeLast(conditions.count - count)
            guard expected.part?.areOpen(comparisons) == true else { return plainExpectations(step, plan.given, site) }
            arePacked = false
        }
        if !arePacked { unpack() }
        return .written
    }

    private mutating func unpack() {
        conditions.removeAll(keepingCapacity: true)
        packed = CompiledForm.PackedCounts()
    }

    /// Returns that the conditions are those that were read, if they are right and have no names of constants in them.
    private mutating func plainExpectations(
        _ step: WrittenStep, _ given: GivenValues, _ site: CallSite
    ) -> CompiledForm.Conditions? {
        unpack()
        guard let expectations = try? step.expectations(of: given) else { return nil }
        var planner = CallPlanner(action: site.action, host: host, calls: calls)
        return expectations.allSatisfy { planner.comparesAsWritten($0) } && expectations.excluded == nil
            && !expectations.contains { $0.isExcluded(by: site.action) }
            ? .written : nil
    }
}

extension CompiledForm.Key {
    /// The form of a step.
    init(
        _ call: PackedCall, of site: CallSite, _ conditions: CompiledForm.Conditions, of form: StepForm,
        _ packed: CompiledForm.PackedCounts
    ) {
        self.init(
            site: ObjectIdentifier(site), references: call.references, late: call.late, conditions: conditions,
            packed: packed, expectations: form.expectedCount, endsLoop: form.endsLoop, decides: form.decides,
            saving: call.result.map(CompiledForm.Saving.word) ?? (form.saves.isEmpty ? .nothing : .values),
            note: call.note, expectsFailure: form.expectsFailure, most: form.most,
            takesPrinted: form.isAboutPrinted)
    }
}

extension CallSite {
    /// The conditions on an outcome that are held against memory, and their numbers; empty unless all of them can be.
    func conditions(
        _ expectations: [Step.Expectation]
    ) -> (all: [PackedCondition], counts: CompiledForm.PackedCounts) {
        let none = ([PackedCondition](), CompiledForm.PackedCounts())
        var (conditions, counts) = none
        for expectation in expectations {
            var comparisons: [(word: ConditionOperator, operand: Value)] = []
            for clause in expectation.condition.clauses {
                guard case .compares(let word, let operand) = clause, let value = operand.value.literal else {
                    return none
                }
                comparisons.append((word, value))
            }
            guard part(expectation.path.value)?.append(comparisons, to: &conditions) == true else { return none }
            counts.count(conditions.count - counts.all, as: expectation.role)
        }
        return conditions.count <= PackedCondition.most ? (conditions, counts) : none
    }
}

extension CompiledForm.PackedCounts {
    fileprivate mutating func count(_ conditions: Int, as role: ExpectationRole) {
        all += conditions
        if role == .expected { expected += conditions }
    }
}
