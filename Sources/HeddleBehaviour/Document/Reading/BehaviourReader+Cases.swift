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
        let isSound = sound { CaseDraft.table.read(field, into: &draft, self) } ?? false
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

    static let table = KeyTable<CaseDraft>(
        "a case",
        [
            .required("name", CaseKeys.name) { $0.name = $2.text($1) },
            .optional("tags", CaseKeys.tags) { $0.tags = $2.texts($1) },
            .optional("needs", CaseKeys.needs) { $0.needs = $2.texts($1) },
            .optional("each", TableKeys.form) { draft, field, reading in
                draft.each = field
                draft.table = reading.sound { reading.rowTable(field) }
            },
            .optional("hooks", CaseKeys.hooks) { $0.hooks = $2.hooks($1) },
            .required("steps", CaseKeys.steps) { draft, field, _ in draft.steps = field },
            .optional("always", CaseKeys.always) { draft, field, _ in draft.always = field },
        ])
}

extension CaseKeys {
    /// A case.
    static var form: JSONSchema { JSONSchema.kind(.object).and(CaseDraft.table.form) }
}
