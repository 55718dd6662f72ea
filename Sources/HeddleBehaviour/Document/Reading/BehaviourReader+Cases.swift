// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads cases, and groups of them, when all modules and hooks of the file are known.
    ///
    /// - Parameter fixture: what surrounds them.
    func cases(_ field: Field, inside fixture: Fixture) -> [Case] {
        guard let elements = list(field) else { return [] }
        return elements.flatMap { readCases(field.element($0), inside: fixture) }
    }

    /// Reads a case, or a group: it has cases in place of steps, and all else that it says holds for each of them.
    private func readCases(_ field: Field, inside outer: Fixture) -> [Case] {
        var draft = CaseDraft()
        let hooksOutside = names.hooks
        defer { names.hooks = hooksOutside }
        let isSound = sound { CaseDraft.form.read(field, into: &draft, self) } ?? false
        if isSound { checkKind(of: draft, field) }
        var fixture = outer
        let isInTable = draft.each != nil && outer.rows != nil
        if isInTable, let each = draft.each { noteSecondTable(each, inside: outer) }
        let read = inScope(outer.scope) {
            if let each = draft.each, !isInTable {
                setRow(Located(Set(draft.table?.columns ?? []), at: each.range), isComplete: draft.table != nil)
                fixture.rows = draft.table?.rows ?? []
            }
            fixture.take(draft, setup: draft.setup.map(self.steps) ?? [])
            fixture.scope = saves
            return draft.cases.map { group($0, draft, fixture, besides: outer.always) }
                ?? [steps(of: draft, fixture, at: field.range)].compactMap(\.self)
        }
        guard isSound, !isInTable else { return [] }
        return draft.cases == nil ? read.filter(addNames) : read
    }

    /// A case has steps. A group has cases, and nothing that is about one case.
    private func checkKind(of draft: CaseDraft, _ field: Field) {
        let ofCase = [("steps", draft.steps?.range), ("expect", draft.expect?.range), ("atMost", draft.most?.range)]
        for case (let key, let range?) in ofCase where draft.cases != nil {
            note(
                .badValue, "\"\(key)\" is about one case, and \"cases\" make a group of several", at: range,
                suggestion: "write it in each case of the group")
        }
        guard draft.steps == nil, draft.cases == nil else { return }
        note(
            .missingKey, "a case needs the key \"steps\", found none",
            at: SourceRange(field.range.source, field.range.bytes.prefix(1)), label: field.node.label)
    }

    private func noteSecondTable(_ each: Field, inside outer: Fixture) {
        note(
            .badValue, "the case has rows of its own inside of a group that has rows, expected one table",
            at: each.range, notes: outer.place.map { [Diagnostic.Note("the rows of the group are", at: $0)] } ?? [])
    }

    private func group(
        _ cases: Field, _ draft: CaseDraft, _ fixture: Fixture, besides outer: [Steps.Entry]
    ) -> [Case] {
        var inner = fixture
        // It knows what the setup saves, and nothing of the cases.
        inner.always = (draft.always.map { self.steps($0) } ?? []) + outer
        noteUnresolvedReferences()
        inner.place = draft.each?.range ?? fixture.place
        return self.cases(cases, inside: inner)
    }

    /// Reads the steps for their mistakes, also where the case itself has some.
    private func steps(of draft: CaseDraft, _ fixture: Fixture, at range: SourceRange) -> Case? {
        let steps = fixture.setup + (draft.steps.map(self.steps) ?? [])
        let always = draft.always.map(self.steps) ?? []
        noteUnresolvedReferences()
        let expectations = draft.expect.map(expectationsOfCase) ?? []
        for operand in expectations.flatMap(\.condition.operands) { refuseReferences(in: operand) }
        adopt(fixture.always)
        guard let name = draft.name else { return nil }
        return Case(
            name: name, tags: fixture.tags, needs: fixture.needs, rows: fixture.rows, hooks: fixture.hooks,
            groups: fixture.groups, steps: self.steps(at: steps), setupCount: fixture.setup.count,
            always: self.steps(at: always + fixture.always), expectations: expectations, most: draft.most,
            range: range)
    }

    /// A case has the values of its row before it runs, and no saved ones.
    private func refuseReferences(in operand: Located<Template>) {
        switch operand.value {
        case .literal: return
        case .reference(let reference):
            if saves.isGiven(reference) { return }
            note(
                .unknownReference,
                "\(operand.range.excerpt) is saved in the run, expected a value that is known before it, or a part of "
                    + "the row", at: operand.range)
        case .computed(let computation): for part in computation.operands { refuseReferences(in: part) }
        case .array(let elements): for element in elements { refuseReferences(in: element) }
        case .object(let members): for member in members { refuseReferences(in: member.value) }
        }
    }

    /// Takes the names under which a case is run; false, with a note, where one is taken.
    private func addNames(of read: Case) -> Bool {
        guard names.cases.add(read.name, self) else { return false }
        guard let rows = read.rows else { return true }
        let added = zip(read.names, rows).map { name, row in
            names.cases.add(
                Located(name, at: row.range), self,
                orNote: "the row makes a second case \(Value.string(name).excerpt()), expected a new name")
        }
        return !added.contains(false)
    }

    // MARK: Needs

    /// Notes what is needed and is not there, and cases that need each other.
    func checkNeeds(of cases: [Case]) {
        guard cases.haveNeeds else { return }
        let known = Dictionary(cases.map { ($0.name.value, $0) }) { first, _ in first }
        for need in cases.flatMap(\.needs) where !names.cases.has(need.value) && !lacksFile {
            note(
                .unknownCase, "there is no case \(need.range.excerpt)", at: need.range,
                suggestion: didYouMean(need.value, among: known.keys))
        }
        for circle in DependencyOrder(cases.needs).cycles {
            let names = circle.map { cases[$0].name.value }
            guard let last = circle.dropLast().last, let first = names.first,
                let need = cases[last].needs.first(where: { $0.value == first })
            else { continue }
            let quoted = names.map { Value.string($0).excerpt() }
            let words = (quoted.count > 10 ? quoted.prefix(8) + ["…"] + quoted.suffix(1) : quoted)
                .joined(separator: " needs ")
            note(.cyclicNeeds, "cases need each other: \(words)", at: need.range)
        }
    }
}

/// The surroundings of cases: the file, or a group of them inside of it.
struct Fixture {
    /// The names that the setup saves.
    var scope = SaveScope()
    /// The steps that set up each case, those of the outermost group first.
    var setup: [Steps.Entry] = []
    /// The steps behind each case that run in any case, those of the innermost group first.
    var always: [Steps.Entry] = []
    fileprivate var groups: [String] = []
    fileprivate var tags: [Located<String>] = []
    fileprivate var needs: [Located<String>] = []
    fileprivate var hooks: [HookEntry] = []
    /// The rows for each of which the cases run; nil where they have no table.
    fileprivate var rows: [Case.Row]?
    /// The place of the table.
    fileprivate var place: SourceRange?

    /// Adds what a case or group says of itself.
    fileprivate mutating func take(_ draft: CaseDraft, setup own: [Steps.Entry]) {
        tags += draft.tags
        needs += draft.needs
        hooks += draft.hooks
        setup += own
        if draft.cases != nil, let name = draft.name { groups.append(name.value) }
    }
}

/// A case or group as it is read, key by key; its steps wait for its table.
private struct CaseDraft {
    var name: Located<String>?
    var tags: [Located<String>] = []
    var needs: [Located<String>] = []
    var each: Field?
    var table: RowTable?
    var hooks: [HookEntry] = []
    var setup: Field?
    var steps: Field?
    var cases: Field?
    var always: Field?
    var expect: Field?
    var most: Located<UInt64>?

    static let form = KeyTable<CaseDraft>(
        "a case",
        [
            .required("name", \.name, .text, "The name of the case, unique in the file; or that of the group."),
            .optional("tags", \.tags, .texts(), "Words for `heddle test --tag`."),
            .optional(
                "needs", \.needs, .texts(.nonEmpty.and(.defined(.caseName))),
                "The names of cases that run before this one, and must pass for it to run."),
            .optional("each", RowTable.schema) { draft, field, reader in
                draft.each = field
                draft.table = reader.sound { reader.rowTable(field) }
            },
            .optional("hooks", \.hooks, .hooks, "Hooks for this case only, inside those of the file."),
            .optional("setup", \.setup, .steps, "Steps that run first; if one of them fails, `steps` do not run."),
            .optional("steps", \.steps, .steps, "The calls of the case, in order."),
            .optional(
                "cases", \.cases, .cases,
                "The cases of a group, in place of `steps`: all that the group says holds for each of them."),
            .optional("always", \.always, .steps, "Steps that run at the end in any case, for cleaning up."),
            .optional(
                "expect", \.expect, .later(StepSchema.expectOfCase),
                "What is expected of all steps together: what they print, and the files that they leave."),
            .optional("atMost", \.most, .located(.span), "The longest time that the case may take."),
        ], rules: [.other(keysOfKind)])

    /// A case has steps. A group has cases, and nothing that is about one case.
    private static var keysOfKind: JSONSchema {
        .anything.when(.having("cases"), .lacking(["steps", "expect", "atMost"]), else: .having("steps"))
    }
}

extension Case {
    /// The keys of a case, or of a group.
    static var form: JSONSchema { CaseDraft.form.schema }
}

extension FieldType where Read == Field, Reader == BehaviourReader {
    /// A list of steps, which are read when all names of the file are known.
    static var steps: Self { later(.list(of: .kind(.object).and(.defined(.step)))) }

    /// A list of cases, which are read when all names of the file are known.
    static var cases: Self { later(.list(of: .kind(.object).and(.defined(.testCase)))) }
}
