// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// The saved names in the scope of the steps being read: the names so far, and the references that none of these has
/// answered yet.
struct SaveScope {
    fileprivate(set) var names = SavedNames()
    fileprivate var unresolved: [(name: Located<String>, step: Int)] = []
    fileprivate var step = 0
    /// The names that stand for values which are known before the run: the row of an `each`, the settings, the files.
    fileprivate var given: [String: Members] = [:]

    /// The parts of a value that is known before the run.
    struct Members {
        /// Their names, and where they are declared; some may be missing where not all could be read.
        let names: Located<Set<String>>
        let isComplete: Bool
    }

    /// Returns whether a reference is to such a value.
    func isGiven(_ reference: Reference) -> Bool { given[reference.name] != nil }

    mutating func endStep() { step += 1 }

    /// Notes what a step saves; false, and nothing is noted, where one of its names is wrong.
    mutating func take(_ step: WrittenStep) -> Bool {
        guard step.references.allSatisfy({ isKnown($0, in: step) }) else { return false }
        let names = step.savedNames
        guard names.allSatisfy({ mayBeSaved($0, in: step) }) else { return false }
        for name in names {
            if let plain = step.plainName(name) {
                self.names.add(plain, in: step.file.source, step: self.step)
            } else {
                self.names.add(Located(step.text(name), at: step.range(name)), step: self.step)
            }
        }
        return true
    }

    /// Returns whether a reference leads to what an earlier step saves, or to a column of the row.
    private func isKnown(_ operand: Int, in step: WrittenStep) -> Bool {
        if given.isEmpty, let name = step.plainName(operand) {
            return isSaved(names.number(of: name, in: step.file.source.bytes))
        }
        let references = step.references(of: operand)
        return !references.isEmpty && references.allSatisfy(isKnown) || step.isExpression(operand) && references.isEmpty
    }

    private func isKnown(_ reference: Reference) -> Bool {
        if reference.name == Reference.temporary { return reference == .temporaryFolder }
        guard let members = given[reference.name] else { return isSaved(names.number(of: reference.name)) }
        return members.has(reference) && !reference.isPlace && reference.type == nil
    }

    /// Returns whether an earlier step saves the name of a number.
    private func isSaved(_ number: Int?) -> Bool { number.map { names.step($0) < step } ?? false }

    private func mayBeSaved(_ operand: Int, in step: WrittenStep) -> Bool {
        if given.isEmpty, let name = step.plainName(operand) {
            let bytes = step.file.source.bytes
            let reserved = Reference.temporary.utf8
            let isReserved = name.count == reserved.count && bytes[name].elementsEqual(reserved)
            return !isReserved && names.number(of: name, in: bytes) == nil
        }
        let name = step.text(operand)
        return PartPath.canBeName(name) && !Reference.isMarked(name) && given[name] == nil
            && name != Reference.temporary && names.number(of: name) == nil
    }
}

/// The settings or the files that one behaviour file declares.
struct DeclaredList<Element> {
    let all: [Element]
    let range: SourceRange
    /// False where one of them could not be read.
    let isComplete: Bool
}

extension SaveScope.Members {
    /// Returns whether there may be the part that a reference leads to.
    fileprivate func has(_ reference: Reference) -> Bool {
        guard isComplete, case .member(let name)? = reference.part.steps.first else { return true }
        return names.value.contains(name)
    }
}

extension BehaviourReader {
    /// Reads steps behind others of which the names are known.
    func inScope<Result>(_ scope: SaveScope, _ read: () -> Result) -> Result {
        let outer = saves
        saves = scope
        defer { saves = outer }
        let result = read()
        noteUnresolvedReferences()
        return result
    }

    /// Sets the row that the steps of the scope are run for.
    func setRow(_ row: Located<Set<String>>, isComplete: Bool) {
        saves.given[Self.row] = SaveScope.Members(names: row, isComplete: isComplete)
    }

    /// Makes the settings or the files of all behaviour files known to the steps; one of a name that is taken is left
    /// out.
    ///
    /// - Parameter kind: ``settings`` or ``files``.
    func take<Element>(
        _ kind: String, _ drafts: [DeclaredList<Element>], named name: (Element) -> Located<String>
    ) -> [Element] {
        guard let first = drafts.first else { return [] }
        var names = UniqueNames(String(kind.dropLast()))
        let all = drafts.flatMap(\.all).filter { element in
            let name = name(element)
            return names.add(
                name, self, orNote: "there are two \(kind) called \"\(name.value)\", expected a new name")
        }
        saves.given[kind] = SaveScope.Members(
            names: Located(Set(all.map { name($0).value }), at: first.range),
            isComplete: drafts.allSatisfy(\.isComplete) && !lacksFile)
        return all
    }

    /// Adds the names that steps save which were read before, behind those of this scope.
    func adopt(_ entries: [Steps.Entry]) {
        for entry in entries {
            let written = written(entry)
            for name in written.savedNames {
                noteSave(Located(written.text(name), at: written.range(name)))
            }
            saves.endStep()
        }
    }

    /// Those steps of "always" that know all that they refer to behind a case, whose "steps" are others.
    func knownBehindCases(_ entries: [Steps.Entry], of scope: SaveScope) -> [Steps.Entry] {
        var names = scope.names
        return entries.filter { entry in
            let written = written(entry)
            let lacking = written.references.first { operand in
                written.references(of: operand).contains { reference in
                    !scope.isGiven(reference) && reference != .temporaryFolder
                        && names.number(of: reference.name) == nil
                }
            }
            for name in written.savedNames where names.number(of: written.text(name)) == nil {
                names.add(Located(written.text(name), at: written.range(name)), step: 0)
            }
            guard let lacking else { return true }
            note(
                .unknownReference,
                "\(written.range(lacking).excerpt) is saved by \"steps\", and \"always\" also runs behind each case, which "
                    + "has other steps", at: written.range(lacking),
                suggestion: "save it in \"setup\", which each case runs too")
            return false
        }
    }

    private func written(_ entry: Steps.Entry) -> WrittenStep {
        let file = Int(entry.file)
        return WrittenStep(file: files[file], number: file, index: Int(entry.index), modules: ModuleScope(modules))
    }

    // MARK: Names

    /// Notes that a step saves a name; each is written once.
    func noteSave(_ name: Located<String>) {
        guard isSavedName(name) else { return }
        guard let first = saves.names.number(of: name.value) else {
            saves.names.add(name, step: saves.step)
            return
        }
        guard !isDuplicate(name) else { return }
        note(
            .duplicateName, "the name \(name.range.excerpt) is saved twice, expected a new name", at: name.range,
            notes: [Diagnostic.Note("it is saved first", at: saves.names.range(first))])
    }

    private func isSavedName(_ name: Located<String>) -> Bool {
        if name.value.isEmpty {
            note(.badValue, "a saved value has an empty name, expected text that is not empty", at: name.range)
        } else if !PartPath.canBeName(name.value) {
            note(
                .badValue,
                "the name \(name.range.excerpt) contains . [ ] or ->, which begin a path into a value",
                at: name.range)
        } else if Reference.isMarked(name.value) {
            note(
                .badValue, "the name \(name.range.excerpt) begins with & or (, which no name in a reference does",
                at: name.range)
        } else if name.value == Reference.temporary {
            note(
                .duplicateName, "the name \(name.range.excerpt) is that of the temporary folder, expected a new name",
                at: name.range)
        } else if let given = saves.given[name.value] {
            let (owner, place) = Self.words(ofGiven: name.value)
            note(
                .duplicateName, "the name \(name.range.excerpt) is that of \(owner), expected a new name",
                at: name.range, notes: [Diagnostic.Note(place, at: given.names.range)])
        } else {
            return true
        }
        return false
    }

    /// The name by which steps refer to the row of an `each`.
    static let row = "row"
    /// The name by which steps refer to the settings of the behaviour.
    static let settings = "settings"
    /// The name by which steps refer to the contents of files.
    static let files = "files"

    /// The words for the owner of a name that is known before the run, and those in front of its place.
    private static func words(ofGiven name: String) -> (owner: String, place: String) {
        name == row ? ("the row of \"each\"", "the rows are") : ("the \(name)", "the \(name) are")
    }

    // MARK: References

    /// The reference in a text, to be checked against all saves at the end; nil, with a mistake, if it is none.
    func reference(_ text: Located<String>) -> Reference? {
        guard let reference = Reference(text.value) else {
            note(
                .badValue, "\(text.range.excerpt) refers to nothing, expected a name, or a path such as name.field[0]",
                at: text.range, suggestion: Reference.advice(on: text.value))
            return nil
        }
        return self.reference(reference, text)
    }

    /// A reference that a text is, or that stands in it.
    func reference(_ reference: Reference, _ text: Located<String>) -> Reference? {
        let areKnown = reference.indices.map { self.reference($0.value, text) != nil }
        if areKnown.contains(false) { return nil }
        if let members = saves.given[reference.name] { return checked(reference, text, members) }
        if reference.name == Reference.temporary { return checkedFolder(reference, text) }
        if saves.names.number(of: reference.name).map({ saves.names.step($0) < saves.step }) != true {
            saves.unresolved.append((text.map { _ in reference.name }, saves.step))
        }
        return reference
    }

    /// A reference to the temporary folder, of which there is the path alone.
    private func checkedFolder(_ reference: Reference, _ text: Located<String>) -> Reference? {
        if reference == .temporaryFolder { return reference }
        note(
            .unknownReference, "\(text.range.excerpt) is nothing of the temporary folder, which has only its path",
            at: text.range, label: "unknown name", suggestion: "write {\"ref\": \"\(Reference.temporaryFolder)\"}")
        return nil
    }

    /// A reference into the row or the settings, whose parts are known.
    private func checked(_ reference: Reference, _ text: Located<String>, _ members: SaveScope.Members) -> Reference? {
        if reference.isPlace || reference.type != nil {
            note(
                .badValue, "\(text.range.excerpt) is no place in memory: the values of \"\(reference.name)\" have none",
                at: text.range, suggestion: "refer to the value: {\"ref\": \"\(reference.name)\(reference.part)\"}")
            return nil
        }
        guard !members.has(reference), case .member(let name)? = reference.part.steps.first else { return reference }
        let owner =
            reference.name == Self.row
            ? "the rows of \"each\" have no" : "the behaviour has no \(reference.name.dropLast())"
        note(
            .unknownReference, "\(owner) \"\(name)\"", at: text.range, label: "unknown name",
            suggestion: didYouMean(name, among: members.names.value),
            notes: [Diagnostic.Note(Self.words(ofGiven: reference.name).place, at: members.names.range)])
        return nil
    }

    func noteUnresolvedReferences() {
        for (name, step) in saves.unresolved { noteUnresolved(name, in: step) }
        saves.unresolved = []
    }

    /// A constant looks like this one, and its name alone is that of a saved value.
    private func adviceOnConstant(_ name: String) -> String? {
        guard let module = modules.all.first, name.utf8.allSatisfy({ !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) })
        else { return nil }
        return "if it is a constant, write it behind the name of its module: \(module).\(name)"
    }

    private func noteUnresolved(_ name: Located<String>, in step: Int) {
        let found = Value.string(name.value).excerpt()
        let undeclared = [
            Self.row: "the case has no \"each\"", Self.settings: "declare them: \"settings\": [\"int32_t n = 0\"]",
            Self.files: "name them: \"files\": {\"data\": \"data.bin\"}",
        ]
        guard let saved = saves.names.number(of: name.value) else {
            // A variable of the module, if it has one of that name: that is known once it is loaded.
            if lacksFile || modules.index(of: name.value) != nil { return }
            let given = [Self.row, Self.settings, Self.files].first {
                saves.given[$0]?.names.value.contains(name.value) == true
            }
            let suggestion =
                Reference.adviceOnStars(in: String(name.range.text.dropFirst().dropLast()))
                ?? given.map { "did you mean \"\($0).\(name.value)\"?" } ?? undeclared[name.value]
                ?? didYouMean(name.value, among: saves.names.all) ?? adviceOnConstant(name.value)
            return note(
                .unknownReference, "no step saves \(found), expected the name of a saved value", at: name.range,
                label: "unknown name", suggestion: suggestion)
        }
        let saver = saves.names.step(saved) == step ? "this step itself" : "a later step"
        note(
            .unknownReference, "\(found) is saved by \(saver), expected a value that an earlier step saves",
            at: name.range, notes: [Diagnostic.Note("it is saved", at: saves.names.range(saved))])
    }
}
