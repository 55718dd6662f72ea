// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// A step that can be run: its form, which it shares with others, and the place of its own words in the arena.
struct CompiledStep {
    private let formNumber: UInt32
    let words: ArgumentArena.Index

    init(form: Int, _ words: ArgumentArena.Index) {
        formNumber = UInt32(form)
        self.words = words
    }

    /// The number of its form.
    var form: Int { Int(formNumber) }
}

/// The part of compiled steps that they share if they differ in nothing but their values.
final class CompiledForm {
    /// The facts that distinguish forms.
    struct Key: Hashable {
        let site: ObjectIdentifier
        var references = ParameterSet()
        var late = ParameterSet()
        var conditions = Conditions.none
        /// The numbers of conditions that are packed beside the arguments: all of them, or none.
        var packed = PackedCounts()
        /// The number of expectations, without conditions of other use.
        var expectations = 0
        /// True if there are conditions that end the loop around the step.
        var endsLoop = false
        /// True if there are conditions that decide which steps in the step are run.
        var decides = false
        var saving = Saving.nothing
        var note: Int?
        var expectsFailure = false
        /// The longest time that the call may take, in nanoseconds.
        var most: UInt64?
        /// True if what native code prints is taken during the call.
        var takesPrinted = false
    }

    /// The place of the conditions of a step.
    enum Conditions: Hashable {
        case none
        /// In the step as it was read.
        case written
        /// In ``CompiledCalls/resolved``, at the number that the note is: they have names of constants.
        case resolved
    }

    /// The numbers of conditions that are packed beside the arguments of a step.
    struct PackedCounts: Hashable {
        /// Those of expectations, which are the first ones.
        var expected = 0
        var all = 0
    }

    /// The way in which a step saves parts of its outcome.
    enum Saving: Hashable {
        case nothing
        /// The result, as a word so many words behind the first one of the step.
        case word(Int)
        case values
    }

    let key: Key
    let site: CallSite
    /// The call with memory of its own that one step has; nil if its steps share the memory of the site.
    let own: OwnCall?
    /// The call that the steps make.
    let call: PreparedCall
    /// True if some parameter is secret.
    let hasSecrets: Bool

    init(_ key: Key, site: CallSite, own: OwnCall? = nil) {
        self.key = key
        self.site = site
        self.own = own
        call = own?.prepared ?? site.call
        hasSecrets = site.action.signature.parameters.contains(where: \.isSecret)
    }
}

/// A call whose memory cannot be shared: it has functions made for it, its action keeps what it is given, or it takes
/// arrays or structures with values of the run in them.
final class OwnCall {
    let prepared: PreparedCall
    let planned: PlannedCall

    init(_ prepared: PreparedCall, _ planned: PlannedCall) {
        self.prepared = prepared
        self.planned = planned
    }
}

/// The data that the steps of a plan share with those of its cases.
final class CompiledCalls {
    /// The files that they compare with.
    let golden: GoldenFiles
    /// The memory of their arguments.
    let arena = ArgumentArena()
    private(set) var forms: [CompiledForm] = []
    private var formNumbers: [CompiledForm.Key: Int] = [:]
    private var sites: [SiteKey: CallSite] = [:]
    /// Conditions with the values of names in them.
    private(set) var resolved: [ResolvedConditions] = []
    private var resolvedNumbers: [[Condition<Value>]: Int] = [:]
    /// The references to parts of saved values that arguments are.
    private(set) var references: [Reference] = []
    /// The paths of these that lead into memory, each at the number of its reference.
    private(set) var paths: [FollowedPath?] = []
    /// Those that are places, likewise.
    private(set) var places: [FollowedPlace?] = []
    private var referenceNumbers: [Reference: Int] = [:]
    /// The numbers that arguments are, computed of saved values.
    private(set) var computations: [PlannedComputation] = []
    private var computationNumbers: [PlannedComputation.Key: Int] = [:]
    /// The variables of modules, by the names of the modules.
    private var variables: [String: ModuleVariables] = [:]
    /// The types of casts, by their texts.
    var casts: [String: CType] = [:]
    /// The actions of operations in memory.
    var memory = MemoryActions()
    /// The memory that steps look at behind handles.
    let trust: MemoryTrust

    init(golden: GoldenFiles, trusting trust: MemoryTrust) {
        self.golden = golden
        self.trust = trust
    }

    private struct SiteKey: Hashable {
        let action: ObjectIdentifier
        let further: [Parameter]
    }

    /// The call of an action that steps share.
    ///
    /// - Throws: an argument that cannot be passed rightly.
    func site(_ action: Action, further: [Parameter] = []) throws(Unsupported) -> CallSite {
        let key = SiteKey(action: ObjectIdentifier(action), further: further)
        if let known = sites[key] { return known }
        let site = try CallSite(action, further: further, arena: arena)
        sites[key] = site
        return site
    }

    /// The number of a form.
    ///
    /// - Parameter guess: a number that it probably has.
    func number(of key: CompiledForm.Key, _ site: CallSite, probably guess: Int = 0) -> Int {
        if guess < forms.count, forms[guess].own == nil, forms[guess].key == key { return guess }
        if let known = formNumbers[key] { return known }
        formNumbers[key] = forms.count
        forms.append(CompiledForm(key, site: site))
        return forms.count - 1
    }

    /// Adds the form of one step with memory of its own.
    func add(_ form: CompiledForm) -> Int {
        forms.append(form)
        return forms.count - 1
    }

    /// The variables of a module; nil if it has no library.
    func variables(of module: Module) -> ModuleVariables? {
        if let known = variables[module.name] { return known }
        variables[module.name] = ModuleVariables(of: module)
        return variables[module.name]
    }

    /// The number of a reference; equal ones are kept once.
    func number(of reference: Reference) -> Int {
        if let known = referenceNumbers[reference] { return known }
        referenceNumbers[reference] = references.count
        references.append(reference)
        let isPath = reference.type == nil && !reference.part.isEmpty && reference.indices.isEmpty
        paths.append(isPath && !reference.isPlace ? FollowedPath(reference.part) : nil)
        places.append(isPath && reference.isPlace ? FollowedPlace(reference.part) : nil)
        return references.count - 1
    }

    /// The number of a computation; those of one text with equal operands are kept once. Nil for one that is no
    /// expression of saved values alone.
    ///
    /// - Parameter savedNumber: the number of a saved name; nil for other names.
    func number(of computation: Computation, savedNumber: (String) -> Int?) -> Int? {
        guard case .expression(let expression) = computation.operation else { return nil }
        var operands: [PlannedComputation.Operand] = []
        for operand in computation.operands {
            guard case .reference(let reference) = operand.value, let number = savedNumber(reference.name) else {
                return nil
            }
            operands.append(.init(number: number, reference: reference.isWhole ? nil : self.number(of: reference)))
        }
        let key = PlannedComputation.Key(text: expression.text, operands: operands)
        if let known = computationNumbers[key] { return known }
        guard let planned = PlannedComputation(computation, operands) else { return nil }
        computationNumbers[key] = computations.count
        computations.append(planned)
        return computations.count - 1
    }

    /// The number of conditions with the values of names in them; equal ones are kept once.
    func number(of conditions: ResolvedConditions) -> Int {
        guard case .literal(let literal) = conditions else { return append(conditions) }
        if let known = resolvedNumbers[literal] { return known }
        resolvedNumbers[literal] = resolved.count
        return append(conditions)
    }

    private func append(_ conditions: ResolvedConditions) -> Int {
        resolved.append(conditions)
        return resolved.count - 1
    }
}

/// The conditions of a step, in its order, with the values of names of constants in them.
enum ResolvedConditions {
    case literal([Condition<Value>])
    /// Some of them refer to saved values.
    case templates([Condition<Located<Template>>])

    init(_ expectations: [Step.Expectation]) {
        let literal = expectations.compactMap { $0.condition.literal }
        self = literal.count == expectations.count ? .literal(literal) : .templates(expectations.map(\.condition))
    }
}

extension Condition<Located<Template>> {
    /// The condition, if it has no references.
    var literal: Condition<Value>? {
        try? map { _, operand throws(HasReference) in
            guard let literal = operand.value.literal else { throw HasReference() }
            return literal
        }
    }
}

private struct HasReference: Error {}
