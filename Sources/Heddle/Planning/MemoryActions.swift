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
    /// - Parameter saved: the values that earlier steps saved.
    func memoryAction(
        of step: Step, _ operation: MemoryOperation, besides saved: [String: SavedShape]
    ) throws(Diagnostic) -> Action {
        let name = step.call.value
        do {
            switch operation {
            case .new: return try newAction(of: step)
            case .read:
                let (own, giver) = try place(of: step, saved)
                let type = try cast(of: step, from: own) ?? own
                return try calls.memory.action(name, type, besides: giver) { () throws(Unsupported) in
                    try .reading(type, named: name, besides: giver)
                }
            case .write:
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
        do throws(Diagnostic) {
            return (try whole.shape.typeOfPlace(reference), whole.giver)
        } catch {
            throw error.located(at: step.call.range)
        }
    }

    /// Refuses a place that is declared to be constant.
    private func checkWritable(_ step: Step) throws(Diagnostic) {
        guard case .positional(let arguments) = step.arguments,
            case .reference(let reference)? = arguments.first?.value, let whole = saved[reference.name]?.shape
        else { return }
        var isConst = false
        if whole.isVariables, case .member(let symbol)? = reference.part.steps.first {
            isConst = modulesByName[reference.name]?.variable(symbol)?.isConst ?? false
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

    // MARK: Variables

    /// What is known of the variables of a module, of which a reference begins with the name; nil where there are none.
    func variables(of name: String) -> SavedShape? {
        guard host.registry.allowance?.refusal(ofMemory: MemoryOperation.read.rawValue) == nil,
            let module = modulesByName[name], !module.library.isAbsent,
            let giver = try? Action.standingFor(
                module.library, named: module.qualified("variables"), constants: module.constants)
        else { return nil }
        let names = module.variableNames
        let types = names.compactMap { name in module.variable(name).map { (name, $0.type) } }
        return SavedShape(
            shape: .variables(Dictionary(types) { first, _ in first }), giver: giver)
    }

    /// Says of each variable that a step refers to why its library does not have it.
    mutating func checkVariables(of step: Step) {
        for reference in step.locatedReferences {
            let (name, part) = (reference.value.name, reference.value.part)
            guard saved[name]?.shape.isVariables == true, let module = modulesByName[name] else { continue }
            guard case .member(let symbol)? = part.steps.first else {
                mistakes.append(
                    Diagnostic(
                        code: .call(.noSuchPart), "\(reference.range.excerpt) is a module, expected a variable of it",
                        at: reference.range, suggestion: "write \(name).NAME"))
                continue
            }
            guard let variable = module.variable(symbol) else { continue }
            do throws(Diagnostic) {
                _ = try module.library.variable(symbol, variable.type)
            } catch {
                mistakes.append(error.located(at: reference.range))
            }
        }
    }

    // MARK: Casts

    /// Finds the types of casts in a step.
    mutating func resolveCasts(in step: Step) {
        for reference in step.locatedReferences {
            guard let text = reference.value.type, calls.casts[text] == nil else { continue }
            do throws(Diagnostic) {
                calls.casts[text] = try pointer(text, at: reference.range)
            } catch {
                mistakes.append(error)
            }
        }
    }

    /// The type that a step reads a pointer as; nil for its own.
    private func cast(of step: Step, from type: CType) throws(Diagnostic) -> CType? {
        let path = String(step.call.value.action.dropFirst("read ".count))
        guard let text = Reference(path)?.type else { return nil }
        let goal = try pointer(text, at: step.call.range)
        // The kernel copies a text, and finds out where there is none.
        let isText = goal.isText && type.isPointerToBytes
        guard type.isPointer, isText || behaviour.policy.memory == .trusted else {
            throw Diagnostic(
                code: .call(.misfit),
                "nothing says that \(step.call.range.excerpt) is right: the place is declared as \(type)",
                at: step.call.range)
        }
        return goal
    }

    private func pointer(_ text: String, at range: SourceRange) throws(Diagnostic) -> CType {
        let (type, _) = try self.type(ofNew: text, at: range)
        if type.isPointer { return type }
        throw Diagnostic(
            code: .call(.misfit), "\(range.excerpt) casts to \(text), expected a pointer", at: range,
            suggestion: "write (\(text) *)")
    }

    // MARK: New objects

    private func newAction(of step: Step) throws -> Action {
        let name = step.call.value
        let takesValue = if case .positional(let values) = step.arguments { !values.isEmpty } else { false }
        let (type, module) = try type(ofNew: String(name.action.dropFirst("new ".count)), at: step.call.range)
        return try calls.memory.action(name, takesValue ? type : .pointer(to: type, isConst: false), besides: nil) {
            () throws(Unsupported) in
            try .making(
                type, named: name, of: type.isEverybodys ? nil : module?.library,
                constants: module?.constants ?? ConstantNames(), takesValue: takesValue, calls: host.engine)
        }
    }

    /// The type of a new object, and the module that declares it.
    private func type(ofNew text: String, at range: SourceRange) throws(Diagnostic) -> (CType, Module?) {
        let named = modules.filter { text.hasPrefix($0.name + ".") }.max { $0.name.count < $1.name.count }
        if let named {
            let type = try type(String(text.dropFirst(named.name.count + 1)), in: named.scope, at: range)
            return (type, named)
        }
        var found: [(type: CType, module: Module)] = []
        var refusal: Diagnostic?
        for module in modules {
            do throws(Diagnostic) {
                found.append((try type(text, in: module.scope, at: range), module))
            } catch {
                refusal = refusal ?? error
            }
        }
        guard let first = found.first else {
            if let refusal { throw refusal }
            return (try type(text, in: DeclarationScope(), at: range), nil)
        }
        if first.type.isEverybodys { return first }
        if let other = found.first(where: { $0.module.library.path != first.module.library.path }) {
            throw Diagnostic(
                code: .call(.step),
                "the type \(range.excerpt) is declared by \(first.module.name) and by \(other.module.name)", at: range,
                suggestion: "write \(first.module.name).\(text) or \(other.module.name).\(text)")
        }
        return first
    }

    private func type(
        _ text: String, in scope: DeclarationScope, at range: SourceRange
    ) throws(Diagnostic) -> CType {
        do throws(Diagnostic) {
            let type = try scope.type(SourceText(name: "a type", text).whole)
            guard type.hasKnownSize else {
                throw Diagnostic(
                    code: .call(.step), "the size of \(type) is not declared, so that no object of it can be made",
                    at: range, suggestion: "declare the structure with its members")
            }
            return type
        } catch {
            // It stands in a text of its own.
            throw Diagnostic(
                code: error.code, error.message, at: range, label: error.label, suggestion: error.suggestion)
        }
    }
}

extension Planner {
    /// The reason why a step may not work in memory as it does, where somebody restricts that; nil if it may.
    ///
    /// - Parameter action: what it calls; nil for an operation in memory.
    func memoryRefusal(of step: Step, calling action: Action?) -> Diagnostic? {
        guard let allowance = host.registry.allowance else { return nil }
        if let operation = step.operation, let refusal = allowance.refusal(ofMemory: operation.rawValue) {
            return refusal.located(at: step.call.range)
        }
        guard let refusal = allowance.refusal(ofMemory: MemoryOperation.read.rawValue) else { return nil }
        let reference = step.locatedReferences.first { reference in
            let (reference, shape) = (reference.value, saved[reference.value.name]?.shape)
            return reference.isPlace || reference.type != nil || shape?.leadsIntoMemory(reference.part) ?? false
        }
        let path = (step.saves.map(\.path) + step.expectations.map(\.path)).first { path in
            let whole = CallPath(path.value.root)
            return (try? action?.shape(of: whole))?.leadsIntoMemory(path.value.part) ?? false
        }
        return (reference?.range ?? path?.range).map { refusal.located(at: $0) }
    }
}

extension CType {
    /// True for a pointer to integers of one byte.
    fileprivate var isPointerToBytes: Bool {
        guard case .pointer(let target, _) = canonical, case .integer(let type) = target.canonical else { return false }
        return type.size == 1
    }

    /// True for what every library declares alike, since no name that a library has given is in it.
    fileprivate var isEverybodys: Bool {
        switch canonical {
        case .void, .bool, .integer, .floating, .complex: true
        case .array(let element, _): element.isEverybodys
        case .pointer(let target, _): target.isEverybodys
        case .record, .enumeration, .function, .aligned, .named: false
        }
    }
}

extension ValueShape {
    /// The type of the place that a reference leads to.
    ///
    /// - Throws: that there is no such place in memory.
    func typeOfPlace(_ reference: Reference) throws(Diagnostic) -> CType {
        let name = { (path: PartPath) in "\"\(reference.name)\(path)\"" }
        let part = try knownPart(at: reference.part, name: name)
        guard leadsIntoMemory(reference.part) else {
            throw Diagnostic(
                code: .call(.noSuchPart),
                "\(name(reference.part)) is a part of a value that was copied, and no place in memory",
                suggestion: "only what stands behind a handle has a place: name->field or name[0]")
        }
        guard let type = part.memoryType, type.canonical != .void else {
            throw Diagnostic(
                code: .call(.noSuchPart), "\(name(reference.part)) is no place by itself: it has bits of its own only")
        }
        return type
    }

    /// Returns whether a path goes on behind a handle.
    fileprivate func leadsIntoMemory(_ path: PartPath) -> Bool {
        isVariables
            || path.steps.indices.contains { part(at: PartPath(Array(path.steps.prefix($0))))?.isHandle ?? false }
    }

    /// True if values are handles.
    private var isHandle: Bool { kinds.contains(where: \.isHandle) }

    /// What a reference stands for.
    ///
    /// - Parameter casts: the types of casts, by their texts.
    /// - Throws: that there is no such part, or that it does not lie in memory.
    func target(of reference: Reference, casts: [String: CType]) throws(Diagnostic) -> ValueShape {
        let target: ValueShape =
            reference.isPlace
            ? .given(.pointer(to: try typeOfPlace(reference), isConst: false))
            : try knownPart(at: reference.part) { "\"\(reference.name)\($0)\"" }
        guard let text = reference.type, let type = casts[text] else { return target }
        guard target.isHandle else {
            throw Diagnostic(
                code: .call(.misfit), "\"\(reference.withoutType)\" is \(target.words), expected a handle to cast")
        }
        return .given(type)
    }
}
