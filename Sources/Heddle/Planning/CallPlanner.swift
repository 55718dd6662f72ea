// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

/// Checks one step against its action's declaration and puts its arguments into memory.
struct CallPlanner {
    let step: Step
    let action: Action
    let host: ModuleHost
    let calls: CompiledCalls
    var mistakes: [Diagnostic] = []
    /// The combinators around the condition that is planned.
    var combinators: [ConditionCombinator] = []

    private(set) var arguments: [Argument]
    /// The arguments that are known only in the run, by parameter.
    private(set) var pending: [Int: Template] = [:]
    /// The places of arguments, by parameter.
    private(set) var ranges: [Int: SourceRange] = [:]
    /// The arguments behind those that the declaration names.
    private var further: [Located<Template>] = []
    /// The declaration with the parameters of these behind it; nil until they are known.
    private(set) var called: Signature?

    init(step: Step, action: Action, host: ModuleHost, calls: CompiledCalls) {
        self.step = step
        self.action = action
        self.host = host
        self.calls = calls
        arguments = [Argument](repeating: .absent, count: action.signature.parameters.count)
    }

    /// Creates a planner of what steps expect of an action, which plans no call.
    init(action: Action, host: ModuleHost, calls: CompiledCalls) {
        let name = Located(action.name, at: SourceText(name: "", "").whole)
        self.init(
            step: Step(call: name, arguments: .none, saves: [], expectations: [], range: name.range), action: action,
            host: host, calls: calls)
    }

    /// Returns whether an expectation is right, and has no names of constants in it.
    mutating func comparesAsWritten(_ expectation: Step.Expectation) -> Bool {
        guard let planned = planned(expectation, besides: [:]), mistakes.isEmpty else { return false }
        return planned.condition.literal != nil && planned.isAsWritten(expectation)
    }

    var signature: Signature { action.signature }

    /// The call of a step that was checked before.
    mutating func view() -> PlannedCall {
        let site = takeArguments() ? prepare(further) : nil
        return call(
            step.expectations.compactMap { planned($0, besides: nil) }, by: site?.call.transfer ?? action.transfer)
    }

    /// Plans the step. Its arguments are in the memory of the call then, those of the run as something that fits.
    ///
    /// - Parameter saved: the values that earlier steps saved; gets those of this step.
    /// - Returns: the call, and what it shares with others; the latter is nil after a mistake.
    mutating func plan(saved: inout [String: SavedShape]) -> (call: PlannedCall, site: CallSite?) {
        let areTaken = takeArguments()
        let site = prepare(areTaken ? further : [])
        if areTaken, let site {
            mistakes += site.call.encode(
                tried(in: site.call, saved), naming: host
            ).map(misfit)
        }
        let expectations = step.expectations.compactMap { planned($0, besides: saved) }
        if let excluded = expectations.excluded {
            mistakes.append(excluded.diagnostic(of: action.name).with(note: declared))
        }
        for expectation in expectations where expectation.isExcluded(by: action) {
            mistakes.append(expectation.excludedBySuccess(of: action).with(note: declared))
        }
        for save in step.saves {
            saved[save.name.value] = shape(of: save.path).map {
                SavedShape(shape: $0, giver: action, path: save.path.value)
            }
        }
        return (call(expectations, by: site?.call.transfer ?? action.transfer), mistakes.isEmpty ? site : nil)
    }

    private func call(_ expectations: [Step.Expectation], by transfer: CallTransfer) -> PlannedCall {
        PlannedCall(
            action: action, transfer: transfer, pending: pending, arguments: arguments, ranges: ranges,
            saves: step.saves,
            expectations: expectations, range: step.range)
    }

    /// - Parameter saved: nil if all that has a shape is known to fit.
    private mutating func planned(
        _ expectation: Step.Expectation, besides saved: [String: SavedShape]?
    ) -> Step.Expectation? {
        guard let shape = shape(of: expectation.path), let expectation = returned(expectation, shape) else {
            return nil
        }
        if let saved { check(expectation, shape, saved) }
        return expectation
    }

    // MARK: Arguments

    /// False when the arguments cannot be assigned to parameters.
    private mutating func takeArguments() -> Bool {
        switch step.arguments {
        case .none: return takePositional([])
        case .positional(let values): return takePositional(values)
        case .named(let members):
            let count = mistakes.count
            let names = Set(members.map(\.name.value))
            for member in members { takeNamed(member, beside: names) }
            return mistakes.count == count
        }
    }

    private mutating func takePositional(_ values: [Located<Template>]) -> Bool {
        guard let given = signature.given(byPosition: values.count) else {
            let most = signature.given.count
            let place = values.count > most ? values[most].range : values.last?.range ?? step.call.range
            mistakes.append(
                Diagnostic.wrongCount(
                    of: action.name, signature, found: values.count, besides: step.operation == .call ? 1 : 0
                )
                .located(at: place).with(note: declared))
            return false
        }
        for (index, value) in zip(given, values) { take(value, for: index, signature.parameters[index]) }
        further = Array(values.dropFirst(given.count))
        return true
    }

    private mutating func takeNamed(_ member: Template.Member, beside names: Set<String>) {
        if member.name.value == "...", signature.isVariadic, let values = member.value.elements {
            further = values
            return
        }
        if let index = signature.index(named: member.name.value), signature.parameters[index].direction == .out,
            member.value.value.literal == .null || member.value.isReference
        {
            let parameter = signature.parameters[index]
            if parameter.isOptional || member.value.isReference { return take(member.value, for: index, parameter) }
            mistakes.append(
                Diagnostic.outputNotOptional(member.name.value, of: action).located(at: member.value.range)
                    .with(note: declared))
            return
        }
        guard let index = signature.position(ofArgument: member.name.value).map({ signature.given[$0] }) else {
            mistakes.append(
                Diagnostic.unknownParameter(member.name.value, of: action, beside: names)
                    .located(at: member.name.range).with(note: declared))
            return
        }
        take(member.value, for: index, signature.parameters[index])
    }

    private mutating func take(_ value: Located<Template>, for index: Int, _ parameter: Parameter) {
        guard let value = resolved(value, as: parameter.crossing.type, isSecret: parameter.isSecret) else {
            arguments[index] = .unknown
            return
        }
        ranges[index] = value.range
        if let literal = value.value.literal {
            arguments[index] = .value(literal)
        } else {
            arguments[index] = .unknown
            pending[index] = value.value
        }
    }

    // MARK: Further arguments

    /// Finds the call that the step shares with others; nil after a mistake among its further arguments.
    private mutating func prepare(_ further: [Located<Template>]) -> CallSite? {
        do {
            let parameters = try furtherTypes.parameters(for: further.map(\.writtenType))
            let site = try calls.site(action, further: parameters)
            called = site.call.signature
            let first = arguments.count
            arguments += further.map { _ in .absent }
            for (index, value) in further.enumerated() {
                let value = value.withoutType
                if parameters[index].direction == .out {
                    // Null only stands beside its type: there is room for what the function writes.
                    if value.value.literal == .null { continue }
                    throw FurtherArguments.Mistake.givenOutput(index)
                }
                take(value, for: first + index, parameters[index])
            }
            return site
        } catch let mistake as FurtherArguments.Mistake {
            noteFurther(mistake)
        } catch {
            mistakes.append(
                Diagnostic.refusedFurther(of: action.name, error, at: step.call.range))
        }
        return nil
    }

    private var furtherTypes: FurtherArguments {
        let scope = host.scope(of: action.name)
        let format = signature.format.flatMap { index -> Value? in
            if case .value(let value) = arguments[index] { value } else { nil }
        }
        return FurtherArguments(signature: signature, scope: scope, format: format)
    }

    private mutating func noteFurther(_ mistake: FurtherArguments.Mistake) {
        let place = mistake.index.map { further[$0].range } ?? signature.format.flatMap { ranges[$0] }
        mistakes.append(mistake.diagnostic(of: action).located(at: place ?? step.call.range).with(note: declared))
    }

    private func misfit(_ error: CrossingError) -> Diagnostic {
        let place =
            error.parameter.flatMap { ranges[$0] }.map { $0.place(of: error.path, isOfName: error.isOfName) }
            ?? step.call.range
        var misfit = Diagnostic.misfit(error, in: action).located(at: place).with(note: declared)
        if let index = error.parameter, index < signature.parameters.count, !signature.parameters[index].isSecret,
            case .value(let value) = arguments[index]
        {
            misfit.suggestion = misfit.suggestion ?? signature.parameters[index].mend(value)
            if misfit.suggestion == nil, case .object = value { misfit.suggestion = annotation(ofStructure: index) }
            misfit.suggestion = annotation(counting: value, index) ?? misfit.suggestion
        }
        return misfit
    }

    var declared: Diagnostic.Note {
        if step.operation == .call, let pointer = signature.parameters.last {
            return .init("declared: \(pointer.type)")
        }
        let range = host.registry.module(named: action.name.module)?.declarationRange(of: action.name.action)
        return range.map { .init("declared: \(signature)", at: $0) } ?? .init("declared: \(signature)")
    }
}

extension Step.Expectation {
    /// Returns whether a planned expectation is the one that was written.
    func isAsWritten(_ written: Step.Expectation) -> Bool {
        !written.condition.hasGolden
            && zip(condition.operands, written.condition.operands).allSatisfy { $0.value.isSame(as: $1.value) }
    }
}

extension Template {
    fileprivate func isSame(as other: Template) -> Bool {
        switch (self, other) {
        case (.literal(let value), .literal(let other)): value == other
        case (.reference(let reference), .reference(let other)): reference == other
        case (.computed(let computation), .computed(let other)): computation.isSame(as: other)
        case (.array(let elements), .array(let others)):
            elements.count == others.count && zip(elements, others).allSatisfy { $0.value.isSame(as: $1.value) }
        case (.object(let members), .object(let others)):
            members.count == others.count
                && zip(members, others).allSatisfy { $0.value.value.isSame(as: $1.value.value) }
        default: false
        }
    }
}

extension Computation.Operation {
    fileprivate func isSame(as other: Computation.Operation) -> Bool {
        switch (self, other) {
        case (.join, .join): true
        case (.expression(let expression), .expression(let other)): expression.text == other.text
        case (.slice(let hasStart, let hasCount), .slice(let otherStart, let otherCount)):
            hasStart == otherStart && hasCount == otherCount
        default: false
        }
    }
}

extension Computation {
    fileprivate func isSame(as other: Computation) -> Bool {
        operation.isSame(as: other.operation) && operands.count == other.operands.count
            && zip(operands, other.operands).allSatisfy { $0.value.isSame(as: $1.value) }
    }
}

extension Located<Template> {
    /// `double` of `{"double": 1}`.
    fileprivate var writtenType: String? {
        switch value {
        case .literal(.object(let members)) where members.count == 1: members[0].name
        case .object(let members) where members.count == 1: members[0].name.value
        default: nil
        }
    }

    /// `1` of `{"double": 1}`.
    fileprivate var withoutType: Located<Template> {
        switch value {
        case .literal(.object(let members)) where members.count == 1: Located(.literal(members[0].value), at: range)
        case .object(let members) where members.count == 1: members[0].value
        default: self
        }
    }
}

extension Parameter {
    /// The suggestion for an argument that does not fit.
    fileprivate func mend(_ value: Value) -> String? {
        guard value == .null else { return ValueDomain(of: crossing.type).mend(value) }
        guard case .pointer = type.canonical, !isOptional else { return nil }
        let word =
            switch direction {
            case .in: count == nil ? "_In_opt_" : "_In_reads_opt_"
            case .out: count == nil ? "_Out_opt_" : "_Out_writes_opt_"
            case .inout: count == nil ? "_Inout_opt_" : "_Inout_updates_opt_"
            }
        return "a parameter that may be null is declared with \(word)"
    }
}

extension Diagnostic {
    func with(note: Note) -> Diagnostic {
        var diagnostic = self
        diagnostic.notes.append(note)
        return diagnostic
    }
}
