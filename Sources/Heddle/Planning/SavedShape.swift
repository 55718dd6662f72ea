// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The facts that are known of a value that a step saves, before anything is called.
struct SavedShape {
    let shape: ValueShape
    /// The action that the step calls: handles belong to its library.
    let giver: Action
    /// The part of the outcome of the action that it is.
    let path: CallPath

    /// The number of the objects that the step has made, where the value is the handle of these.
    private var objectCount: Int? { path == .result ? giver.objectCount : nil }

    /// The bytes of the objects that the step has made, from the one on that a reference leads to; nil where the value is
    /// no handle of them, or the reference leads elsewhere.
    func room(behind reference: Reference) -> Int? {
        guard reference.type == nil, reference.indices.isEmpty, let count = objectCount, let size = objectSize else {
            return nil
        }
        switch (reference.part.steps.first, reference.part.steps.count) {
        case (nil, _): return count * size
        case (.element(let index), 1) where reference.isPlace && index < count: return (count - index) * size
        default: return nil
        }
    }

    /// The bytes of one of these objects.
    private var objectSize: Int? {
        guard case .pointer(let element, _)? = shape.memoryType?.canonical else { return nil }
        return element.defined.layout?.size
    }

    /// Refuses what a run refuses, in the words of the run: whatever the memory holds, or as long as no step has put a
    /// pointer to an object of the behaviour into memory of a library.
    func check(
        _ reference: Reference, casts: [String: CType], trusting trust: MemoryTrust, at range: SourceRange
    ) throws(Diagnostic) {
        guard
            let refusal = refusalOfBounds(reference)
                ?? (trust == .anything ? nil : refusalOfExtent(reference) ?? refusalOfCast(reference, casts))
        else { return }
        let isBehindEnd = if case .bounds = refusal.reason { true } else { false }
        let isCast = if case .unlike = refusal.reason { true } else { false }
        let pointer = reference.words(of: refusal.path)
        throw Diagnostic(
            code: .call(isCast ? .misfit : .noSuchPart),
            "\"\(reference.path)\" \(isBehindEnd ? "is behind the end" : "cannot be followed"): "
                + MemoryRefusal(path: PartPath(), reason: refusal.reason).words(of: pointer),
            at: range, suggestion: refusal.suggestion)
    }

    /// A place behind the objects that the step has made.
    private func refusalOfBounds(_ reference: Reference) -> MemoryRefusal? {
        guard let count = objectCount, case .element(let index)? = reference.part.steps.first, index >= count else {
            return nil
        }
        return MemoryRefusal(path: PartPath(), reason: .bounds(count))
    }

    /// A place behind the first value that a pointer in memory of a library leads to, where nothing says how many there
    /// are. The value itself, and pointers in objects that the step has made, may lead to an object that has more.
    private func refusalOfExtent(_ reference: Reference) -> MemoryRefusal? {
        var whole = shape
        // The pointers on the way that may lead to an object of the behaviour.
        var own = shape.isVariables ? 0 : objectCount == nil ? 1 : 2
        for (position, step) in reference.part.steps.enumerated() {
            if whole.isHandle {
                if own == 0, case .element(1...) = step {
                    return MemoryRefusal(
                        path: PartPath(Array(reference.part.steps.prefix(position))), reason: .extent)
                }
                own = max(0, own - 1)
            }
            guard let part = whole.part(step) else { return nil }
            whole = part
        }
        return nil
    }

    /// A cast of an object that has no room for a value of the other type, and is none by its own type.
    private func refusalOfCast(_ reference: Reference, _ casts: [String: CType]) -> MemoryRefusal? {
        guard let goal = reference.type.flatMap({ casts[$0] }), case .pointer(let pointed, _) = goal.canonical,
            reference.part.isEmpty, let count = objectCount,
            case .pointer(let element, _)? = shape.memoryType?.canonical, let size = element.defined.layout?.size,
            !element.isTaken(for: pointed, in: size * count)
        else { return nil }
        return MemoryRefusal(path: PartPath(), reason: .unlike(goal.description))
    }
}
