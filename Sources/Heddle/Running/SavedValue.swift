// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleForeign
internal import HeddleSystem

/// A value that a step has saved, and what it was a part of.
struct SavedValue {
    let value: Value
    let action: Action
    /// The way to it in the outcome of the action.
    let path: CallPath
    /// The memory that is looked at behind it.
    var trust: MemoryTrust
    /// The types of casts, by their texts.
    var casts: [String: CType] = [:]
    /// True for the variables of a module, each a handle of its place.
    var isVariables = false

    /// The value that a reference to it, or to a part of it, stands for; nil if there is no such part.
    func target(of reference: Reference) -> Value? { (try? followed(reference)) ?? nil }

    /// The same, with the reason where a pointer cannot be followed.
    func followed(_ reference: Reference) throws(MemoryRefusal) -> Value? {
        // The place of a whole variable is its handle, of whatever size it is.
        let isWhole = reference.isPlace && reference.part.steps.count == 1
        guard isVariables, !isWhole else { return try followed(reference, by: reference.part, isPlace: !isVariables) }
        do throws(MemoryRefusal) {
            return try followed(reference, by: reference.part.throughVariable, isPlace: true)
        } catch {
            throw error.withoutVariable
        }
    }

    /// - Parameter isPlace: false where the value at the path is the handle of a place already.
    private func followed(_ reference: Reference, by part: PartPath, isPlace: Bool) throws(MemoryRefusal) -> Value? {
        let target =
            reference.isPlace && isPlace
            ? try value.place(of: part, trusting: trust) : try value.part(at: part, trusting: trust)
        guard let type = reference.type.flatMap({ casts[$0] }), let target else { return target }
        do throws(MemoryRefusal) {
            return try target.cast(to: type, trusting: trust, isFresh: !reference.part.isEmpty)
        } catch {
            throw error.behind(reference.part)
        }
    }

    /// Returns whether a part of it is declared as a number, so that a text in its place is no finite one.
    func isNumber(_ reference: Reference) -> Bool {
        let shape = try? action.shape(of: path.leading(on: reference.part))
        return shape?.kinds.contains(.number) ?? false
    }

    /// The same, an enumerator as its number.
    func number(of reference: Reference) -> Value? {
        let whole = path.leading(on: reference.part)
        let enumeration = try? action.shape(of: whole).enumeration
        return target(of: reference).map { enumeration?.number(of: $0) ?? $0 }
    }
}

/// A saved value outside of the run that it was saved in.
struct KeptValue {
    let saved: SavedValue
    /// The word that it was kept as; nil for one that is no word.
    let word: UInt64?
}

/// The values that the steps of a run have saved so far.
///
/// A result that fits into a word is kept in the memory of its step, and becomes a value when somebody asks for it.
struct SavedValues {
    private let steps: PlannedSteps
    /// By the numbers of the names.
    private var values: [SavedValue?]
    /// The numbers of the words that were not kept, since the call failed.
    private var unkept: Set<ArgumentArena.Index> = []
    /// The index behind the last of the steps that were run, those not among them that run in any case.
    var end = 0

    /// The memory that is looked at behind them.
    let trust: MemoryTrust

    /// The temporary folder.
    let folder: FolderOnDemand

    init(_ steps: PlannedSteps, trusting trust: MemoryTrust, in folder: FolderOnDemand) {
        self.steps = steps
        self.trust = trust
        self.folder = folder
        values = Array(repeating: nil, count: steps.source.savedNames)
    }

    /// The saved value of a name; nil if no step has saved it.
    subscript(name: String) -> SavedValue? {
        let saved = steps.source.number(ofSaved: name)
        guard var value = saved.map({ self[$0] }) ?? steps.variables(of: name, trusting: trust) else { return nil }
        value.casts = steps.calls.casts
        return value
    }

    /// The saved value of the name of a number; nil if no step has saved it.
    subscript(number: Int) -> SavedValue? {
        guard let (step, form) = steps.compiledSaver(of: number), let index = steps.saver(of: number),
            index < end || index >= steps.mainCount
        else { return nil }
        guard case .word(let offset) = form.key.saving, let kept = form.site.kept else { return values[number] }
        let place = step.words.advanced(by: offset)
        if unkept.contains(place) { return nil }
        return SavedValue(
            value: kept.value(place, in: steps.calls.arena), action: form.site.action, path: .result, trust: trust)
    }

    /// The handle that is saved under the name of a number; nil for anything else.
    func handle(_ number: Int) -> Handle? {
        // Only a step that was run has put one there.
        if case .handle(let handle) = values[number]?.value { handle } else { nil }
    }

    /// True if all words were kept.
    var hasAllWords: Bool { unkept.isEmpty }

    /// Returns whether a word was kept.
    func isKept(_ place: ArgumentArena.Index) -> Bool { !unkept.contains(place) }

    /// Notes that a word was kept.
    mutating func noteKept(_ place: ArgumentArena.Index) { if !unkept.isEmpty { unkept.remove(place) } }

    /// The value that is saved under the number of a name; nil for none and for a word.
    func value(_ number: Int) -> SavedValue? { values[number] }

    /// Notes that a word was not kept.
    mutating func noteUnkept(_ place: ArgumentArena.Index) { unkept.insert(place) }

    /// The value that was saved under a name, for other steps that save it alike; nil if none was.
    func kept(_ name: String) -> KeptValue? {
        guard let number = steps.source.number(ofSaved: name), let value = self[number] else { return nil }
        return KeptValue(saved: value, word: word(of: number).map { steps.calls.arena.word($0) })
    }

    /// Takes over what other steps have saved under a name, which these save alike.
    mutating func take(_ kept: KeptValue, as name: String) {
        guard let number = steps.source.number(ofSaved: name) else { return }
        if let word = kept.word, let place = self.word(of: number) {
            steps.calls.arena.store(word, at: place)
        } else {
            values[number] = kept.saved
            values[number]?.trust = trust
        }
        if let saver = steps.saver(of: number) { end = max(end, saver + 1) }
    }

    /// The place of the word that is saved under the name of a number; nil where it is a value.
    private func word(of number: Int) -> ArgumentArena.Index? {
        guard let (step, form) = steps.compiledSaver(of: number), case .word(let offset) = form.key.saving else {
            return nil
        }
        return step.words.advanced(by: offset)
    }

    /// Saves a value, or that there is none, under the name of a number.
    mutating func save(_ value: SavedValue?, _ number: Int) { values[number] = value }
}

extension PartPath {
    /// The path from the handles of variables: each points to its value.
    fileprivate var throughVariable: PartPath { PartPath(steps.prefix(1) + [.element(0)] + steps.dropFirst()) }
}

extension MemoryRefusal {
    /// The same without the step from the handle of a variable to its value, which nobody has written.
    fileprivate var withoutVariable: MemoryRefusal {
        MemoryRefusal(path: PartPath(Array(path.steps.prefix(1) + Array(path.steps.dropFirst(2)))), reason: reason)
    }
}

extension PlannedSteps {
    /// The variables of a module as a value, each a handle of its place; nil if it has no library.
    fileprivate func variables(of name: String, trusting trust: MemoryTrust) -> SavedValue? {
        guard let variables = host.registry.module(named: name).flatMap(calls.variables(of:)) else { return nil }
        return SavedValue(
            value: variables.handles, action: variables.giver, path: .result, trust: trust, isVariables: true)
    }
}
