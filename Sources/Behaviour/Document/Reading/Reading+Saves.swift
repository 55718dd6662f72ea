// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics

/// The names that steps saved so far, and the references that none of them has answered yet.
struct SavedNames {
    fileprivate struct Place {
        let step: Int
        let range: SourceRange
    }

    fileprivate var places: [String: Place] = [:]
    fileprivate var unresolved: [(name: Located<String>, step: Int)] = []
    fileprivate var step = 0
    fileprivate var mayRefer = true

    mutating func endStep() { step += 1 }
}

extension Reading {
    /// Reads something in which references have no meaning.
    func withoutReferences<Result>(_ read: () -> Result) -> Result {
        saves.mayRefer = false
        defer { saves.mayRefer = true }
        return read()
    }

    /// Notes that a step saves a name; each is written once.
    func noteSave(_ name: Located<String>) {
        guard !name.value.isEmpty else {
            return note(.badValue, "a saved value has an empty name, expected text that is not empty", at: name.range)
        }
        guard let first = saves.places[name.value] else {
            saves.places[name.value] = SavedNames.Place(step: saves.step, range: name.range)
            return
        }
        guard !isDuplicate(name) else { return }
        note(
            .duplicateName, "the name \(name.range.excerpt) is saved twice, expected a new name", at: name.range,
            notes: [Diagnostic.Note("it is saved first", at: first.range)])
    }

    /// Notes a reference, to be held against all saves at the end; returns whether references are allowed here.
    func noteReference(to name: Located<String>) -> Bool {
        guard saves.mayRefer else {
            note(
                .unknownReference, "found a reference to \(name.range.excerpt), expected a value that is known here",
                at: name.range, label: "only steps can refer to saved values")
            return false
        }
        if saves.places[name.value].map({ $0.step < saves.step }) != true {
            saves.unresolved.append((name, saves.step))
        }
        return true
    }

    func noteUnresolvedReferences() {
        for (name, step) in saves.unresolved { noteUnresolved(name, in: step) }
        saves.unresolved = []
    }

    private func noteUnresolved(_ name: Located<String>, in step: Int) {
        let found = name.range.excerpt
        guard let place = saves.places[name.value] else {
            let suggestion = suggestion(for: name.value, among: saves.places.keys)
            return note(
                .unknownReference, "no step saves \(found), expected the name of a saved value", at: name.range,
                label: "unknown name", suggestion: suggestion)
        }
        let saver = place.step == step ? "this step itself" : "a later step"
        note(
            .unknownReference, "\(found) is saved by \(saver), expected a value that an earlier step saves",
            at: name.range, notes: [Diagnostic.Note("it is saved", at: place.range)])
    }
}
