// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The actions of the operations in memory of a plan: those of equal steps are one.
struct MemoryActions {
    private struct Key: Hashable {
        let name: ActionName
        let type: CType
        let giver: ObjectIdentifier?
    }

    private var known: [Key: Action] = [:]

    /// An action for a type; made at its first use.
    ///
    /// - Parameter giver: the action whose library has given out the memory.
    mutating func action(
        _ name: ActionName, _ type: CType, besides giver: Action?, make: () throws(Unsupported) -> Action
    ) throws(Unsupported) -> Action {
        let key = Key(name: name, type: type, giver: giver.map(ObjectIdentifier.init))
        if let action = known[key] { return action }
        let action = try make()
        known[key] = action
        return action
    }
}

extension Planner {
    /// The action of an operation in memory.
    ///
    /// - Parameters:
    ///   - counted: the member that the step reads, where it leads to values that other members count.
    ///   - saved: the values that earlier steps saved.
    func memoryAction(
        of step: Step, _ operation: MemoryOperation, on counted: CountedMember?, besides saved: [String: SavedShape]
    ) throws(Diagnostic) -> Action {
        let name = step.call.value
        do {
            switch operation {
            case .new: return try newAction(of: step)
            case .read:
                if let (member, structure, giver) = counted {
                    return try calls.memory.action(name, structure, besides: giver) { () throws(Unsupported) in
                        try .reading(member, of: structure, named: name, besides: giver, trusting: calls.trust)
                    }
                }
                let (own, giver) = try place(of: step, saved)
                let type = try cast(of: step, from: own) ?? own
                return try calls.memory.action(name, type, besides: giver) { () throws(Unsupported) in
                    try .reading(type, named: name, besides: giver, trusting: calls.trust)
                }
            case .call:
                let (function, giver) = try function(of: step, saved)
                let type = CType.function(function)
                return try calls.memory.action(name, type, besides: giver) { () throws(Unsupported) in
                    try .calling(function, named: name, by: MemoryOperation.function, besides: giver)
                }
            case .write:
                if let (field, structure, giver) = bitField(of: step, saved) {
                    try checkWritable(step)
                    return try calls.memory.action(name, structure, besides: giver) { () throws(Unsupported) in
                        try .writing(bits: field, of: structure, named: name, besides: giver)
                    }
                }
                let (type, giver) = try place(of: step, saved)
                try checkWritable(step)
                return try calls.memory.action(name, type, besides: giver) { () throws(Unsupported) in
                    try .writing(type, named: name, besides: giver)
                }
            }
        } catch let error as Diagnostic {
            throw error
        } catch {
            let reason = (error as? Unsupported)?.message ?? "\(error)"
            throw Diagnostic(code: .call(.step), "\(name.action): \(reason)", at: step.call.range)
        }
    }

    /// The step as it writes the member of a union which its value gives, where a number beside the union says what stands
    /// there: that is asked of a member.
    func onMember(_ step: Step) -> Step {
        guard step.operation == .write, case .positional(let arguments) = step.arguments, arguments.count == 2,
            case .reference(let reference) = arguments[0].value, reference.type == nil,
            let (name, value) = arguments[1].onlyMember,
            let type = try? saved[reference.name]?.shape.typeOfPlace(reference), type.isSelectedUnion
        else { return step }
        let part = reference.part + [.member(name)]
        let member = Reference(reference.name, part, indices: reference.indices, isPlace: true)
        return Step(
            call: step.call, operation: .write,
            arguments: .positional([Located(.reference(member), at: arguments[0].range), value]),
            saves: step.saves, expectations: step.expectations, most: step.most, range: step.range)
    }

    /// The step as it works on a structure instead of its member, which has no place by itself.
    func onStructure(_ step: Step, _ counted: CountedMember?) -> Step {
        if let (field, _, _) = bitField(of: step, saved) { return writing(field, by: step) }
        guard counted != nil, case .positional(let arguments) = step.arguments, let place = arguments.first,
            case .reference(let reference) = place.value
        else { return step }
        return Step(
            call: step.call, operation: .read,
            arguments: .positional([Located(.reference(reference.placeOfStructure), at: place.range)]),
            saves: step.saves, expectations: step.expectations, most: step.most, range: step.range)
    }

    /// The step that writes a bit-field, as it writes a structure with nothing but that.
    private func writing(_ field: RecordType.Member, by step: Step) -> Step {
        guard case .positional(let arguments) = step.arguments, arguments.count == 2,
            case .reference(let reference) = arguments[0].value
        else { return step }
        let member = Template.Member(name: Located(field.name ?? "", at: arguments[1].range), value: arguments[1])
        return Step(
            call: step.call, operation: .write,
            arguments: .positional([
                Located(.reference(reference.placeOfStructure), at: arguments[0].range),
                Located(.object([member]), at: arguments[1].range),
            ]),
            saves: step.saves, expectations: step.expectations, most: step.most, range: step.range)
    }

    /// The bit-field that a step writes, with the type of its structure; nil for other steps.
    private func bitField(
        of step: Step, _ saved: [String: SavedShape]
    ) -> (field: RecordType.Member, structure: CType, giver: Action)? {
        guard step.operation == .write, case .positional(let arguments) = step.arguments,
            case .reference(let reference)? = arguments.first?.value, reference.type == nil,
            let whole = saved[reference.name], whole.shape.leadsIntoMemory(reference.part),
            let (field, structure) = whole.shape.bitField(at: reference.part)
        else { return nil }
        return (field, structure, whole.giver)
    }

    /// A member of a structure that leads to values which other members count, and the action that the memory comes from.
    typealias CountedMember = (member: RecordType.Member, structure: CType, giver: Action)

    /// The member that a step reads, where it leads to values that other members count; nil for other steps.
    func countedMember(of step: Step) -> CountedMember? {
        guard step.operation == .read, case .positional(let arguments) = step.arguments,
            case .reference(let reference)? = arguments.first?.value, reference.type == nil,
            let whole = saved[reference.name], whole.shape.leadsIntoMemory(reference.part),
            let (member, structure) = whole.shape.countedMember(at: reference.part), member.buffer?.count != .untilNull
        else { return nil }
        return (member, structure, whole.giver)
    }

    /// The type of the place that a step reads or writes, and the action that the memory comes from.
    private func place(
        of step: Step, _ saved: [String: SavedShape]
    ) throws(Diagnostic) -> (type: CType, giver: Action) {
        guard case .positional(let arguments) = step.arguments, let place = arguments.first,
            case .reference(let reference) = place.value, let whole = saved[reference.name]
        else {
            throw Diagnostic(
                code: .call(.step), "\(step.call.range.excerpt) leads to no memory: there is no library with variables",
                at: step.call.range)
        }
        try whole.check(reference, casts: calls.casts, trusting: calls.trust, at: step.call.range)
        do throws(Diagnostic) {
            let type = try whole.shape.typeOfPlace(reference)
            if step.operation == .write, type.isSelectedUnion {
                throw Diagnostic(
                    code: .call(.step),
                    "\(place.range.excerpt) is a union, and a number beside it says which of its members stands there",
                    at: place.range, suggestion: "write the structure around it, or the member that stands there")
            }
            return (type.unselected, whole.giver)
        } catch {
            throw error.located(at: step.call.range)
        }
    }

    /// The type of the function that a step calls by a pointer, and the action that the pointer comes from.
    private func function(
        of step: Step, _ saved: [String: SavedShape]
    ) throws(Diagnostic) -> (type: FunctionType, giver: Action) {
        let pointer: Template? =
            switch step.arguments {
            case .none: nil
            case .positional(let values): values.last?.value
            case .named(let members): members.last?.value.value
            }
        guard case .reference(let reference)? = pointer, let whole = saved[reference.name] else {
            throw Diagnostic(code: .call(.step), "\(step.call.range.excerpt) is no saved value", at: step.call.range)
        }
        let type = reference.isPlace ? nil : whole.shape.part(at: reference.part)?.memoryType?.defined.canonical
        guard case .pointer(let target, _)? = type, case .function(let function) = target.canonical else {
            let found = type.map { " of the type \($0)" } ?? ""
            throw Diagnostic(
                code: .call(.misfit), "\(step.call.range.excerpt) is no function, but a value\(found)",
                at: step.call.range, suggestion: "refer to a value whose type is a pointer to a function")
        }
        return (function, whole.giver)
    }

    /// Refuses a place that is declared to be constant.
    private func checkWritable(_ step: Step) throws(Diagnostic) {
        guard case .positional(let arguments) = step.arguments,
            case .reference(let reference)? = arguments.first?.value, let whole = saved[reference.name]?.shape
        else { return }
        var isConst = false
        if whole.isVariables, case .member(let symbol)? = reference.part.steps.first {
            isConst = modules[reference.name]?.variable(symbol)?.isConst ?? false
        }
        for index in reference.part.steps.indices {
            let pointer = whole.part(at: PartPath(Array(reference.part.steps.prefix(index))))?.memoryType
            if case .pointer(_, let isTargetConst)? = pointer?.canonical { isConst = isTargetConst }
        }
        if isConst {
            throw Diagnostic(
                code: .call(.misfit), "\(step.call.range.excerpt) is declared to be const, and cannot be written",
                at: step.call.range)
        }
    }
}

extension Located<Template> {
    /// The one member of an object, with its value; nil for another value.
    fileprivate var onlyMember: (name: String, value: Located<Template>)? {
        switch value {
        case .object(let members) where members.count == 1: (members[0].name.value, members[0].value)
        case .literal(.object(let members)) where members.count == 1:
            (members[0].name, Located(.literal(members[0].value), at: range))
        default: nil
        }
    }
}
