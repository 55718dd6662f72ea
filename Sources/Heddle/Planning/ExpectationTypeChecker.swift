// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

/// Holds what a behaviour gives or expects against what a declaration says, part by part, before anything is called.
///
/// A saved value is known by its shape; a literal by all that it is.
struct ExpectationTypeChecker {
    /// A value of a sort that its place never has.
    struct Misfit {
        let range: SourceRange
        /// The found value, such as `text "x"` or `"sum", which is a number`.
        let found: String
        /// The expected value.
        let expected: String
        /// The way to it from the whole.
        let path: PartPath
        var mend: String?
        /// The sorts of values that were found; none where they are not of other sorts.
        var kinds: Set<ValueKind> = []
    }

    /// The values that earlier steps saved.
    let shapes: SavedShapes
    /// The action that takes the values; nil where they are compared.
    let taker: Action?
    /// The name of a part.
    let name: (PartPath) -> String
    private(set) var misfits: [Misfit] = []
    /// References, fields and elements that no value has.
    private(set) var mistakes: [Diagnostic] = []

    init(_ shapes: SavedShapes, for taker: Action? = nil, _ name: @escaping (PartPath) -> String) {
        self.shapes = shapes
        self.taker = taker
        self.name = name
    }

    /// Walks through a template.
    mutating func walk(_ template: Located<Template>, _ shape: ValueShape, _ path: [PartPath.Step] = []) {
        switch template.value {
        case .literal(let value): walk(value, Place(range: template.range), shape, path)
        case .reference(let reference): walk(reference, template.range, shape, path)
        case .computed(let computation): walk(computation, template.range, shape, path)
        case .array(let elements):
            guard isTaken(.array, "an array", template.range, shape, path, mend: shape.mend(.array([]))),
                isCount(elements.count, template.range, shape, path)
            else { return }
            for (index, element) in elements.enumerated() {
                if let part = shape.part(.element(index)) { walk(element, part, path + [.element(index)]) }
            }
        case .object(let members):
            guard isTaken(.object, "an object", template.range, shape, path) else { return }
            for member in members {
                let name = member.name.value
                guard let part = part(name, member.name.range, shape, path) else {
                    if shape.isFunction, shape.fieldNames.isEmpty { expectLiteral(member) }
                    continue
                }
                walk(member.value, part, path + [.member(name)])
            }
        }
    }

    /// The place of a part of a literal. It is looked up once something is wrong there, by reading the literal again.
    private struct Place {
        /// The place of the literal.
        let range: SourceRange
        /// The way to the part.
        var steps: [PartPath.Step] = []

        var whole: SourceRange { steps.isEmpty ? range : range.part(at: steps) }

        func part(_ step: PartPath.Step) -> Place { Place(range: range, steps: steps + [step]) }

        /// The place of a member's name; the whole for a literal that stands elsewhere, such as in a row of a table.
        func name(of member: Int) -> SourceRange {
            let parts = whole.parts
            return member < parts.count ? parts[member].name ?? whole : whole
        }
    }

    private mutating func walk(_ value: Value, _ place: Place, _ shape: ValueShape, _ path: [PartPath.Step]) {
        let kind = ValueKind(value)
        guard isTaken(kind, value.kindDescription, place.whole, shape, path, mend: shape.mend(value)),
            isGiven(value, place.whole, shape, path)
        else { return }
        switch value {
        case .array(let elements):
            guard isCount(elements.count, place.whole, shape, path) else { return }
            for (index, element) in elements.enumerated() {
                guard let part = shape.part(.element(index)) else { continue }
                walk(element, place.part(.element(index)), part, path + [.element(index)])
            }
        case .object(let members):
            for (index, member) in members.enumerated() {
                guard let part = part(member.name, place.name(of: index), shape, path) else { continue }
                walk(member.value, place.part(.member(member.name)), part, path + [.member(member.name)])
            }
        default: return
        }
    }

    private mutating func walk(
        _ reference: Reference, _ range: SourceRange, _ shape: ValueShape, _ path: [PartPath.Step]
    ) {
        do throws(Diagnostic) {
            guard let part = try shapes.shape(of: reference, at: range) else { return }
            if shape.mayTake(part) {
                return check(part, shapes.saved[reference.name]?.giver, reference, range, path)
            }
            let found = "\"\(reference)\", which is \(part.words(beside: shape))"
            misfits.append(
                Misfit(
                    range: range, found: found, expected: shape.words(beside: part), path: PartPath(path),
                    kinds: part.kinds))
        } catch {
            mistakes.append(error)
        }
    }

    private mutating func walk(
        _ computation: Computation, _ range: SourceRange, _ shape: ValueShape, _ path: [PartPath.Step]
    ) {
        do throws(Diagnostic) {
            let made = try shapes.shape(of: computation, at: range)
            if shape.mayTake(made) { return }
            misfits.append(
                Misfit(
                    range: range, found: computation.words, expected: shape.words(beside: made), path: PartPath(path)))
        } catch {
            mistakes.append(error)
        }
    }

    /// Finds a handle that belongs to another library than that of the action which takes it.
    private mutating func check(
        _ part: ValueShape, _ giver: Action?, _ reference: Reference, _ range: SourceRange, _ path: [PartPath.Step]
    ) {
        guard let taker, let giver, let type = part.handleType,
            let refusal = taker.refusal(ofHandlesOf: type, from: giver)
        else {
            return
        }
        misfits.append(
            Misfit(
                range: range, found: "\"\(reference)\", which is \(refusal.found)", expected: refusal.expected,
                path: PartPath(path)))
    }

    /// The action that a function pointer calls, and for how long, is settled before anything is called.
    private mutating func expectLiteral(_ member: Template.Member) {
        guard member.value.value.literal == nil else { return }
        mistakes.append(
            Diagnostic(
                code: .call(.misfit),
                "\"\(member.name.value)\" of a function refers to a saved value, expected a value that is known before the run",
                at: member.value.range))
    }

    // MARK: One part

    private mutating func isTaken(
        _ kind: ValueKind, _ found: @autoclosure () -> String, _ range: @autoclosure () -> SourceRange,
        _ shape: ValueShape,
        _ path: [PartPath.Step], mend: @autoclosure () -> String? = nil
    ) -> Bool {
        if shape.kinds.contains(kind) { return true }
        misfits.append(
            Misfit(
                range: range(), found: found(), expected: shape.kinds.words, path: PartPath(path), mend: mend(),
                kinds: [kind]))
        return false
    }

    /// Returns whether something that comes back could be just this value, and not only one of its sort.
    private mutating func isGiven(
        _ value: Value, _ range: @autoclosure () -> SourceRange, _ shape: ValueShape, _ path: [PartPath.Step]
    ) -> Bool {
        let domain = shape.domain
        if shape.isTaken || value.hasParts || domain.canBe(value) { return true }
        misfits.append(
            Misfit(
                range: range(), found: value.kindDescription, expected: domain.words ?? shape.kinds.words,
                path: PartPath(path), mend: shape.mend(value)))
        return false
    }

    private mutating func isCount(
        _ count: Int, _ range: @autoclosure () -> SourceRange, _ shape: ValueShape, _ path: [PartPath.Step]
    ) -> Bool {
        guard let wanted = shape.count, !shape.takes(count: count) else { return true }
        mistakes.append(
            Diagnostic(
                code: .call(.noSuchPart),
                "\(name(PartPath(path))) has \(counted(wanted, "element")), found \(count)", at: range()))
        return false
    }

    private mutating func part(
        _ name: String, _ range: @autoclosure () -> SourceRange, _ shape: ValueShape, _ path: [PartPath.Step]
    ) -> ValueShape? {
        if let part = shape.part(.member(name)) { return part }
        if !shape.fieldNames.isEmpty {
            mistakes.append(.noSuchPart(shape.lacks(.member(name), self.name(PartPath(path)))).located(at: range()))
        }
        return nil
    }
}

extension ValueShape {
    /// The suggestion for a value that never comes back.
    fileprivate func mend(_ value: Value) -> String? { isTaken ? nil : domain.mend(value) }

    /// The shape of a part.
    ///
    /// - Parameter name: the name of the value at a path.
    /// - Throws: that no value has such a part.
    func knownPart(at path: PartPath, name: (PartPath) -> String) throws(Diagnostic) -> ValueShape {
        do throws(ConditionMistake) {
            return try part(at: path, name: name)
        } catch {
            throw .noSuchPart(error)
        }
    }

    /// The values in words that tell them from others: their type, where those are of the same sort.
    fileprivate func words(beside other: ValueShape) -> String {
        kinds.isDisjoint(with: other.kinds) ? kinds.words : typeWords ?? kinds.words
    }
}

extension Diagnostic {
    /// The diagnostic of a path that leads to nothing that is there.
    static func noSuchPart(_ mistake: ConditionMistake) -> Diagnostic {
        Diagnostic(code: .call(.noSuchPart), mistake.message, suggestion: mistake.suggestion)
    }
}

extension Value {
    /// True if it consists of values that are looked at one by one.
    fileprivate var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
