// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads cases, when all modules and hooks of the file are known.
    func cases(_ field: Field) -> [Case] {
        guard let elements = list(field) else { return [] }
        return elements.compactMap { readCase(field.element($0)) }
    }

    private func readCase(_ field: Field) -> Case? {
        var draft = CaseDraft()
        let hooksOfFile = names.hooks
        defer { names.hooks = hooksOfFile }
        let isSound = sound { CaseDraft.form.read(field, into: &draft, self) } ?? false
        let (steps, always) = steps(of: draft)
        guard isSound, let name = draft.name else { return nil }
        let read = Case(
            name: name, tags: draft.tags, needs: draft.needs, rows: draft.table?.rows, hooks: draft.hooks,
            steps: steps, always: always, range: field.range)
        return addNames(of: read) ? read : nil
    }

    /// Reads the steps for their mistakes, also where the case itself has some.
    private func steps(of draft: CaseDraft) -> (steps: Steps, always: Steps) {
        let row = draft.each.map { Located(Set(draft.table?.columns ?? []), at: $0.range) }
        return inOwnScope(row: row, isComplete: draft.each == nil || draft.table != nil) {
            let (steps, always) = (draft.steps.map(self.steps) ?? [], draft.always.map(self.steps) ?? [])
            return (self.steps(at: steps), self.steps(at: always))
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

/// A case as it is read, key by key; its steps wait for its table.
private struct CaseDraft {
    var name: Located<String>?
    var tags: [Located<String>] = []
    var needs: [Located<String>] = []
    var each: Field?
    var table: RowTable?
    var hooks: [HookEntry] = []
    var steps: Field?
    var always: Field?

    static let form = KeyTable<CaseDraft>(
        "a case",
        [
            .required("name", \.name, .text, "The name of the case, unique in the file."),
            .optional("tags", \.tags, .texts(), "Words for `heddle test --tag`."),
            .optional(
                "needs", \.needs, .texts(.nonEmpty.and(.defined(.caseName))),
                "The names of cases that run before this one, and must pass for it to run."),
            .optional("each", RowTable.schema) { draft, field, reader in
                draft.each = field
                draft.table = reader.sound { reader.rowTable(field) }
            },
            .optional("hooks", \.hooks, .hooks, "Hooks for this case only, inside those of the file."),
            .required("steps", \.steps, .steps, "The calls of the case, in order."),
            .optional("always", \.always, .steps, "Steps that run at the end in any case, for cleaning up."),
        ])
}

extension Case {
    /// The schema of a case.
    static var schema: JSONSchema { JSONSchema.kind(.object).and(CaseDraft.form.schema) }
}

extension FieldType where Read == Field, Reader == BehaviourReader {
    /// A list of steps, which are read when all names of the file are known.
    static var steps: Self { later(.list(of: .kind(.object).and(.defined(.step)))) }
}
