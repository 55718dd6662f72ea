// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// Checks one step against its action's declaration and puts its arguments into memory.
struct CallPlanner {
    let step: Step
    let action: Action
    let host: Host
    var mistakes: [Diagnostic] = []

    private var arguments: [Argument]
    private var pending: [Int: Template] = [:]
    private var ranges: [Int: SourceRange] = [:]
    /// The arguments behind those that the declaration names.
    private var further: [Located<Template>] = []

    init(step: Step, action: Action, host: Host) {
        self.step = step
        self.action = action
        self.host = host
        arguments = [Argument](repeating: .absent, count: action.signature.parameters.count)
    }

    private var signature: Signature { action.signature }

    /// - Parameter saved: the sorts of the values that earlier steps saved; gets those of this step.
    mutating func plan(saved: inout [String: Set<ValueKind>]) -> PlannedCall {
        let areTaken = takeArguments()
        let prepared = prepare(areTaken ? further : [])
        if areTaken, let prepared {
            checkReferences(saved)
            mistakes += prepared.encode(arguments, actions: host.action(named:)).map(misfit)
        }
        for save in step.saves { saved[save.name.value] = checkPath(save.path) }
        let expectations = step.expectations.compactMap { resolved($0) }
        for expectation in expectations { check(expectation) }
        return PlannedCall(
            prepared: prepared ?? PreparedCall(action), pending: pending, arguments: arguments, ranges: ranges,
            saves: step.saves,
            expectations: expectations, range: step.range)
    }

    // MARK: Arguments

    /// False when the arguments cannot be assigned to parameters.
    private mutating func takeArguments() -> Bool {
        switch step.arguments {
        case .none: return takePositional([])
        case .positional(let values): return takePositional(values)
        case .named(let members):
            let count = mistakes.count
            for member in members { takeNamed(member) }
            return mistakes.count == count
        }
    }

    private mutating func takePositional(_ values: [Located<Template>]) -> Bool {
        let given = signature.given
        guard values.count == given.count || signature.isVariadic && values.count > given.count else {
            let place = values.count > given.count ? values[given.count].range : values.last?.range ?? step.call.range
            mistakes.append(
                Diagnostic.wrongCount(of: action.name, wanted: given.count, found: values.count)
                    .located(at: place).with(note: declared))
            return false
        }
        for (index, value) in zip(given, values) { take(value, for: index, signature.parameters[index]) }
        further = Array(values.dropFirst(given.count))
        return true
    }

    private mutating func takeNamed(_ member: Template.Member) {
        if member.name.value == "...", signature.isVariadic, let values = member.value.elements {
            further = values
            return
        }
        guard let index = signature.given.first(where: { signature.parameters[$0].name == member.name.value }) else {
            mistakes.append(
                Diagnostic.unknownParameter(member.name.value, of: action).located(at: member.name.range)
                    .with(note: declared))
            return
        }
        take(member.value, for: index, signature.parameters[index])
    }

    private mutating func take(_ value: Located<Template>, for index: Int, _ parameter: Parameter) {
        guard let value = resolved(value, as: parameter.valueType) else {
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

    /// Makes room for the call; nil after a mistake among its further arguments.
    private mutating func prepare(_ further: [Located<Template>]) -> PreparedCall? {
        do {
            let parameters = try furtherTypes.parameters(for: further.map(\.writtenType))
            let prepared = try PreparedCall(action, further: parameters)
            let first = arguments.count
            arguments += further.map { _ in .absent }
            for (index, value) in further.enumerated() {
                take(value.withoutType, for: first + index, parameters[index])
            }
            return prepared
        } catch let mistake as FurtherArguments.Mistake {
            noteFurther(mistake)
        } catch {
            mistakes.append(
                Diagnostic(code: "call.further", (error as? Unsupported)?.message ?? "\(error)", at: step.call.range))
        }
        return nil
    }

    private var furtherTypes: FurtherArguments {
        let scope = host.registry.module(named: action.name.module)?.scope ?? DeclarationScope()
        let format = signature.format.flatMap { index -> Value? in
            if case .value(let value) = arguments[index] { value } else { nil }
        }
        return FurtherArguments(signature: signature, scope: scope, format: format)
    }

    private mutating func noteFurther(_ mistake: FurtherArguments.Mistake) {
        let place = mistake.index.map { further[$0].range } ?? signature.format.flatMap { ranges[$0] }
        mistakes.append(mistake.diagnostic(of: action).located(at: place ?? step.call.range).with(note: declared))
    }

    /// A saved value is known by its sort before the run.
    private mutating func checkReferences(_ saved: [String: Set<ValueKind>]) {
        for (index, template) in pending {
            guard case .reference(let name) = template, let kinds = saved[name], index < signature.parameters.count
            else {
                continue
            }
            let taken = action.kindsTaken(by: index)
            guard kinds.isDisjoint(with: taken) else { continue }
            let error = CrossingError(
                parameter: index, found: "\"\(name)\", which is \(kinds.words)", expected: taken.words)
            mistakes.append(misfit(error))
        }
    }

    private func misfit(_ error: CrossingError) -> Diagnostic {
        let place = error.parameter.flatMap { ranges[$0] } ?? step.call.range
        return Diagnostic.misfit(error, in: action).located(at: place).with(note: declared)
    }

    private var declared: Diagnostic.Note {
        let range = host.registry.module(named: action.name.module)?.declarationRange(of: action.name.action)
        return range.map { .init("declared: \(signature)", at: $0) } ?? .init("declared: \(signature)")
    }

    // MARK: Outcome

    /// The sorts of values that a path may lead to; nil after a mistake.
    private mutating func checkPath(_ path: Located<ValuePath>) -> Set<ValueKind>? {
        switch path.value {
        case .errno: return [.number]
        case .failure: return nil
        case .result:
            if let kinds = action.resultKinds { return kinds }
            mistakes.append(noSuchPart(path, "\(action.name) returns no result: it is declared as void"))
        case .out(let name):
            if let kinds = action.outputKinds(name) { return kinds }
            mistakes.append(
                noSuchPart(
                    path, "\(action.name) has no out-parameter \"\(name)\"", didYouMean(name, among: action.outputs)))
        }
        return nil
    }

    private func noSuchPart(_ path: Located<ValuePath>, _ message: String, _ mend: String? = nil) -> Diagnostic {
        Diagnostic(code: "call.no-such-part", message, at: path.range, suggestion: mend, notes: [declared])
    }

    private mutating func check(_ expectation: Step.Expectation) {
        if expectation.path.value == .failure { return checkFailure(expectation) }
        guard let kinds = checkPath(expectation.path), let expected = expectation.equalled,
            let literal = expected.value.literal
        else { return }
        if kinds.contains(ValueKind(literal)) { return }
        mistakes.append(
            Diagnostic(
                code: "expect.never",
                "\(expectation.path.value) of \(action.name) is \(kinds.words) and can never be \(literal.kindDescription)",
                at: expected.range, label: literal.kindDescription, notes: [declared]))
    }
}

extension CallPlanner {
    /// A failure is an object, or null where the call returned.
    private mutating func checkFailure(_ expectation: Step.Expectation) {
        guard let literal = expectation.equalled?.value.literal, let range = expectation.equalled?.range else { return }
        switch literal {
        case .null, .object: return
        default:
            mistakes.append(
                Diagnostic(
                    code: "expect.never",
                    "failure of \(action.name) is an object or null and can never be \(literal.kindDescription)",
                    at: range, label: literal.kindDescription,
                    suggestion: "write {\"code\": \"…\"} or null"))
        }
    }
}

extension Located<Template> {
    /// The elements of an array, each with its place as far as that is known.
    fileprivate var elements: [Located<Template>]? {
        switch value {
        case .array(let elements): elements
        case .literal(.array(let values)): values.map { Located(.literal($0), at: range) }
        default: nil
        }
    }

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

extension Step.Expectation {
    /// What the value must equal, where that is what is asked.
    fileprivate var equalled: Located<Template>? {
        switch test {
        case .equals(let expected): expected
        case .operators(let operators): operators.first { $0.0 == .eq }?.1
        }
    }
}

extension Set<ValueKind> {
    /// The sorts in words, in a fixed order.
    var words: String { map(\.description).sorted().joined(separator: " or ") }
}

extension Diagnostic {
    func with(note: Note) -> Diagnostic {
        var diagnostic = self
        diagnostic.notes.append(note)
        return diagnostic
    }
}
