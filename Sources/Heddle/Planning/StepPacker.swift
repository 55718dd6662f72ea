// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Plans the steps whose operands can be stored in a few words each, those of a behaviour and of its cases. It leaves
/// the others to ``CallPlanner``, those that are wrong among them.
///
/// It knows the actions with the hooks that are woven when it first meets them.
final class StepPacker {
    private let calls: PackedCalls
    private let host: Host
    private let action: (ActionName) -> Action?
    /// The known forms of steps.
    private var known: [WrittenStep.FormID: KnownForm] = [:]
    private var last: (id: WrittenStep.FormID, form: KnownForm)?
    // The arguments and conditions of the step that is packed: in the same memory for all.
    private var arguments: [PackedArgument] = []
    private var conditions: [PackedCondition] = []
    private var comparisons: [(word: ConditionOperator, operand: Value)] = []

    /// A form of steps whose action was found.
    private final class KnownForm {
        let form: StepForm
        /// The index of what it calls; nil where its steps are not packed.
        let site: Int?
        /// The place of each written argument among those that are given.
        let order: [Int]
        /// The parts that are expected to be something, where these are numbers.
        let parts: [PackedPart?]

        init(_ form: StepForm, site: Int? = nil, order: [Int] = [], parts: [PackedPart?] = []) {
            self.form = form
            self.site = site
            self.order = order
            self.parts = parts
        }
    }

    /// - Parameter action: finds the action of a call; nil where there is something to say of it.
    init(into calls: PackedCalls, on host: Host, action: @escaping (ActionName) -> Action?) {
        self.calls = calls
        self.host = host
        self.action = action
    }

    /// Plans one of some steps behind those that are planned; false where it is left.
    ///
    /// - Parameter row: what references to the row of a table stand for.
    func pack(_ index: Int, of steps: Steps, for row: Case.Row?, into plan: inout PlannedSteps) -> Bool {
        let written = steps.written(index)
        let known = knownForm(of: written)
        guard let site = known.site, takeArguments(of: written, known, row, plan) else { return false }
        var operand = written.firstExpectation
        let saved = known.form.saves.isEmpty ? nil : written.firstSave
        guard let expectation = takeExpectations(of: written, known, row, calls.sites[site], &operand),
            let call = calls.sites[site].packing.pack(
                arguments, where: conditions, keepsResult: saved != nil, into: calls.arguments)
        else { return false }
        let form = PackedForm(
            site: site, references: call.references, expectation: expectation,
            expectations: known.form.expectations.count, result: call.result)
        plan.append(
            PackedStep(form: calls.index(of: form), call.arguments),
            saving: saved.flatMap { steps.number(ofSaved: written.text($0)) })
        return true
    }

    // MARK: Forms

    private func knownForm(of step: WrittenStep) -> KnownForm {
        let id = step.formID
        if let last, last.id == id { return last.form }
        let form = known[id] ?? makeForm(of: step)
        known[id] = form
        last = (id, form)
        return form
    }

    private func makeForm(of step: WrittenStep) -> KnownForm {
        let form = step.form
        guard form.saves.isEmpty || form.saves == [.result], let action = action(step.call.value),
            let site = CallSite(action), let order = order(of: form.arguments, action.signature)
        else { return KnownForm(form) }
        for expectation in form.expectations {
            switch expectation.path.root {
            case .result, .out, .errno: continue
            case .argument, .failure, .status: return KnownForm(form)
            }
        }
        return KnownForm(
            form, site: calls.site(of: site), order: order, parts: form.expectations.map { site.packing.part($0.path) })
    }

    /// The place of each written argument among those that are given; nil where they are not these.
    private func order(of arguments: StepForm.Arguments, _ signature: Signature) -> [Int]? {
        switch arguments {
        case .none: return signature.given.isEmpty ? [] : nil
        case .positional(let count): return signature.given.count == count ? Array(0..<count) : nil
        case .named(let names):
            let given = signature.given.map { signature.parameters[$0].name }
            let order = names.compactMap { given.firstIndex(of: $0) }
            return order.count == names.count && order.count == given.count && Set(order).count == order.count
                ? order : nil
        }
    }

    // MARK: Operands

    /// False where it takes something that is not known, and that no packed step has saved.
    private func takeArguments(
        of step: WrittenStep, _ known: KnownForm, _ row: Case.Row?, _ plan: PlannedSteps
    ) -> Bool {
        arguments.removeAll(keepingCapacity: true)
        for _ in known.order { arguments.append(.value(.null)) }
        let isNamed = if case .named = known.form.arguments { true } else { false }
        var operand = step.firstOperand
        for place in known.order {
            if isNamed { operand += 1 }
            if let value = step.value(operand, of: row) {
                arguments[place] = .value(value)
            } else if let argument = saved(operand, step, plan) {
                arguments[place] = argument
            } else {
                return false
            }
            operand = step.end(of: operand)
        }
        return true
    }

    private func saved(_ operand: Int, _ step: WrittenStep, _ plan: PlannedSteps) -> PackedArgument? {
        guard let reference = step.reference(operand), reference.part.isEmpty,
            let number = plan.source.number(ofSaved: reference.name), let saver = plan.packedSaver(number),
            let result = calls.result(of: saver), let kept = calls.site(of: saver).packing.kept
        else { return nil }
        return .result(result, kept)
    }

    // MARK: Expectations

    /// Returns how what is expected is stored; nil where some of it is not known, or is wrong.
    private func takeExpectations(
        of step: WrittenStep, _ known: KnownForm, _ row: Case.Row?, _ site: CallSite, _ operand: inout Int
    ) -> PackedForm.Expectation? {
        conditions.removeAll(keepingCapacity: true)
        if known.form.expectations.isEmpty { return .nothing }
        var arePacked = true
        for (expectation, part) in zip(known.form.expectations, known.parts) {
            operand += 1
            comparisons.removeAll(keepingCapacity: true)
            for clause in expectation.condition.clauses {
                guard case .compares(let word, _) = clause, let value = step.value(operand, of: row) else {
                    return hasPlainExpectations(step, row, site) ? .written : nil
                }
                comparisons.append((word, value))
                operand = step.end(of: operand)
            }
            if !expectation.condition.isPlainValue { operand += 1 }
            if let packed = part?.conditions(comparisons), conditions.count + packed.count <= PackedCondition.most {
                conditions += packed
            } else if part?.areOpen(comparisons) == true {
                arePacked = false
            } else {
                return hasPlainExpectations(step, row, site) ? .written : nil
            }
        }
        if !arePacked { conditions.removeAll(keepingCapacity: true) }
        return arePacked ? .packed : .written
    }

    /// Returns whether what a step expects is right, and is compared as it is written.
    private func hasPlainExpectations(_ step: WrittenStep, _ row: Case.Row?, _ site: CallSite) -> Bool {
        conditions.removeAll(keepingCapacity: true)
        guard let expectations = try? step.expectations(of: row) else { return false }
        var planner = CallPlanner(action: site.action, host: host)
        return expectations.allSatisfy { planner.comparesAsWritten($0) }
    }
}

extension WrittenStep {
    /// The expectations of the outcome, with the values of a row in place of references to it.
    func expectations(of row: Case.Row?) throws(Diagnostic) -> [Step.Expectation] {
        guard let row, form.hasReferences else { return expectations }
        return try expectations.map { expectation throws(Diagnostic) in try expectation.filled(from: row) }
    }
}
