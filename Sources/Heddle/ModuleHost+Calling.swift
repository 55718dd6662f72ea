// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign

extension ModuleHost {
    /// Calls an action through its hooks, on the calling thread, and ignores the result.
    ///
    /// ```swift
    /// try host.call("greeter.setVolume", 7)
    /// ```
    ///
    /// - Parameters:
    ///   - name: the module by the name under which it was loaded, and the action.
    ///   - arguments: by position, without out-parameters and the instance.
    /// - Throws: a ``Diagnostic`` if the call cannot be made; the ``Failure`` of a call that was made and failed.
    public func call<each Argument: ValueConvertible>(_ name: ActionName, _ arguments: repeat each Argument) throws {
        var values: [Value] = []
        repeat values.append((each arguments).value)
        _ = try call(name, with: values).value()
    }

    /// Calls an action, and converts its result to the requested type.
    ///
    /// ```swift
    /// let length: Double = try host.call("m.hypot", 3, 4)
    /// ```
    ///
    /// A call of an action that takes and gives nothing but numbers allocates no memory after the first.
    ///
    /// - Throws: a ``Diagnostic`` if the call cannot be made, or if the type cannot hold its result; the ``Failure`` of
    ///   a call that was made and failed.
    @inlinable
    public func call<Output: ValueConvertible, each Argument: ValueConvertible>(
        _ name: ActionName, _ arguments: repeat each Argument
    ) throws -> Output {
        if var call = beginQuickCall(name) {
            repeat call.write((each arguments).value)
            if let value = try end(call) {
                guard let output = Output(value) else { throw CallResult.misfit(value, of: name, Output.self) }
                return output
            }
        }
        var values: [Value] = []
        repeat values.append((each arguments).value)
        return try call(name, with: values).get()
    }

    /// Calls an action, and returns its outcome with its out-parameters and `errno`.
    ///
    /// ```swift
    /// let call: CallResult = try host.call("m.frexp", 8.0)
    /// ```
    ///
    /// Without a `CallResult` as the type, Swift selects the form that throws, so that no failure is ignored by
    /// accident.
    ///
    /// - Throws: if the call cannot be made. A call that was made and failed is a result.
    @_disfavoredOverload
    public func call<each Argument: ValueConvertible>(
        _ name: ActionName, _ arguments: repeat each Argument
    ) throws(Diagnostic) -> CallResult {
        var values: [Value] = []
        repeat values.append((each arguments).value)
        return try call(name, with: values)
    }

    /// Calls an action with a list of arguments, if their number is known only at run time.
    ///
    /// - Throws: if the call cannot be made. A call that was made and failed is a result.
    public func call(_ name: ActionName, with arguments: [Value]) throws(Diagnostic) -> CallResult {
        let call: PreparedCall
        do {
            call = try prepare(name, with: arguments)
        } catch {
            guard let answer = fallback.answer(for: name, arguments, missing: error) else { throw error }
            return answer
        }
        return made(call)
    }

    /// Calls an action with its arguments by name, in any order.
    ///
    /// ```swift
    /// let call = try host.call("m.fdim", named: ["y": 2, "x": 5])
    /// ```
    ///
    /// - Parameter arguments: by the names of the parameters. One that only counts another may be left out. `Value.null` for
    ///   one that the function hands something out through is a null pointer there.
    /// - Throws: if the call cannot be made. A call that was made and failed is a result.
    public func call(
        _ name: ActionName, named arguments: KeyValuePairs<String, any ValueConvertible>
    ) throws(Diagnostic) -> CallResult {
        let action = try action(name)
        let call = PreparedCall(action)
        try encode(try assigned(arguments, to: action), into: call)
        return made(call)
    }

    func made(_ call: PreparedCall) -> CallResult {
        services.serve { () throws(Never) in
            call.invoke()
            return call.takeResult()
        }
    }

    private func assigned(
        _ arguments: KeyValuePairs<String, any ValueConvertible>, to action: Action
    ) throws(Diagnostic) -> [Argument] {
        let parameters = action.signature.parameters
        var all = [Argument](repeating: .absent, count: parameters.count)
        for (name, value) in arguments {
            if name.isEmpty { throw .unnamed(in: action) }
            let output = action.signature.index(named: name).flatMap { index in
                parameters[index].direction == .out && value.value.isPlace ? index : nil
            }
            if let output, value.value == .null, !parameters[output].isOptional {
                throw .outputNotOptional(name, of: action)
            }
            let given = action.signature.position(ofArgument: name).map { action.signature.given[$0] }
            guard let index = output ?? given else {
                throw .unknownParameter(name, of: action, beside: Set(arguments.map(\.key)))
            }
            guard all[index] == .absent else { throw .givenTwice(name, of: action) }
            all[index] = .value(value.value)
        }
        return all
    }

    private func encode(_ arguments: [Argument], into call: PreparedCall) throws(Diagnostic) {
        let arguments = try resolved(arguments, of: call.action)
        // Uses these services for native code that runs outside of a call of the host.
        if let error = services.serve({ call.encode(arguments, naming: self) }).first {
            throw .misfit(error, in: call.action)
        }
    }

    /// Prepares a call that can be made any number of times with ``PreparedCall/invoke()``.
    ///
    /// ```swift
    /// let call = try host.prepare("m.hypot", 3.0, 4.0)
    /// while call.invoke() { … }
    /// ```
    ///
    /// Resolves names, and checks and converts arguments, once and for all calls. Each call runs the hooks that the
    /// action has at that time. Modules log and emit to the host that made or prepared a call last.
    ///
    /// - Parameter arguments: by position, without out-parameters and the instance.
    /// - Returns: the call, which one thread at a time may use. It owns the memory of its arguments and result.
    /// - Throws: if the call cannot be made.
    public func prepare<each Argument: ValueConvertible>(
        _ name: ActionName, _ arguments: repeat each Argument
    ) throws(Diagnostic) -> PreparedCall {
        var values: [Value] = []
        repeat values.append((each arguments).value)
        return try prepare(name, with: values)
    }

    /// Prepares a call with a list of arguments, if their number is known only at run time.
    public func prepare(_ name: ActionName, with arguments: [Value]) throws(Diagnostic) -> PreparedCall {
        try prepare(try action(name), with: arguments)
    }

    func prepare(_ action: Action, with arguments: [Value]) throws(Diagnostic) -> PreparedCall {
        guard let given = action.signature.given(byPosition: arguments.count) else {
            throw .wrongCount(of: action.name, action.signature, found: arguments.count)
        }
        var all = action.signature.arguments(given: arguments)
        let further = Array(arguments.dropFirst(given.count))
        let call = try prepare(action, further, format: action.signature.format.map { all[$0] })
        all += further.map { .value($0.withoutType) }
        try encode(all, into: call)
        return call
    }

    private func prepare(_ action: Action, _ further: [Value], format: Argument?) throws(Diagnostic) -> PreparedCall {
        let text = if case .value(let value)? = format { value } else { nil as Value? }
        let types = FurtherArguments(
            signature: action.signature, scope: scope(of: action.name), format: text)
        do {
            return try PreparedCall(action, further: types.parameters(for: further.map(\.writtenType)))
        } catch let mistake as FurtherArguments.Mistake {
            throw mistake.diagnostic(of: action)
        } catch {
            throw .refusedFurther(of: action.name, error)
        }
    }
}

extension ModuleHost: HostNames {
    /// The action that `module.action` names, or why it cannot be called as it is declared; nil if there is none.
    package func action(named text: String) -> Result<Action, Diagnostic>? {
        guard let name = ActionName(parsing: text) else { return nil }
        do {
            return .success(try registry.action(name))
        } catch {
            return error.first.code == .action(.unsupported) ? .failure(error.first) : nil
        }
    }

    package func type(_ text: String, for action: ActionName) -> CType? {
        func declared(_ scope: DeclarationScope) -> CType? {
            guard let type = try? scope.type(spelled: text), scope.undeclaredRecord(in: type) == nil else { return nil }
            return type
        }
        if let own = registry.module(named: action.module).flatMap({ declared($0.scope) }) { return own }
        // A pointer to anything may lead to a structure of another module, and steps in memory belong to none.
        let others = registry.modules.compactMap { declared($0.scope) }
        guard let first = others.first else { return try? DeclarationScope().type(spelled: text) }
        return others.allSatisfy { $0.isSame(as: first) } ? first : nil
    }

    /// The types that the module of an action declares.
    func scope(of action: ActionName) -> DeclarationScope {
        registry.module(named: action.module)?.scope ?? DeclarationScope()
    }
}

extension Diagnostic {
    /// The diagnostic of further arguments that cannot be passed.
    static func refusedFurther(of action: ActionName, _ error: any Error, at range: SourceRange? = nil) -> Diagnostic {
        let refusal = error as? Unsupported
        return Diagnostic(
            code: .call(.further), "\(action) cannot be called with these arguments: \(refusal?.message ?? "\(error)")",
            at: range, suggestion: refusal?.suggestion)
    }
}

extension ModuleHost {
    package func action(_ name: ActionName) throws(Diagnostic) -> Action {
        if name.module.isEmpty { throw .notAnActionName(name.action) }
        do { return try registry.action(name) } catch { throw error.first }
    }
}

extension Diagnostics {
    /// The first mistake; a thrown `Diagnostics` always has one.
    var first: Diagnostic { all.first ?? Diagnostic(code: .call(.unknown), "something is wrong") }
}

extension PreparedCall {
    /// Takes the results of the last call. Memory that belongs to the caller is released.
    func takeResult() -> CallResult {
        let result = CallResult(
            action: action.name, outcome: failure.map { .failed($0) } ?? .returned(result), out: outputs,
            errno: savedErrno)
        settleOwnership()
        return result
    }
}

extension Value {
    /// `double` of `{"double": 1}`.
    fileprivate var writtenType: String? {
        if case .object(let members) = self, members.count == 1 { members[0].name } else { nil }
    }

    /// `1` of `{"double": 1}`.
    fileprivate var withoutType: Value {
        if case .object(let members) = self, members.count == 1 { members[0].value } else { self }
    }

    /// True for null and for a handle, which can stand in the place of room for what a function writes.
    fileprivate var isPlace: Bool {
        switch self {
        case .null, .handle: true
        default: false
        }
    }
}

extension Diagnostic {
    /// The diagnostic of a text that is not `module.action`.
    static func notAnActionName(_ text: String) -> Diagnostic {
        Diagnostic(
            code: .program(.serviceName), "\(Value.string(text).excerpt()) does not name an action",
            suggestion: "write module.action")
    }

    /// The diagnostic of an argument for an unknown parameter.
    ///
    /// - Parameter given: the names that the caller gives.
    static func unknownParameter(_ name: String, of action: Action, beside given: Set<String>) -> Diagnostic {
        let names = action.signature.argumentNames
        let missing = names.filter { !given.contains($0) }
        let meant = nearest(to: name, among: missing) ?? (missing.count == 1 ? missing[0] : nil)
        let known = names.isEmpty ? nil : "it takes \(names.joined(separator: ", "))"
        return Diagnostic(
            code: .call(.unknownParameter), "\(action.name) has no parameter \"\(name)\" that a caller gives",
            suggestion: meant.map { "did you mean \"\($0)\"?" } ?? known)
    }

    /// The diagnostic of null in the place of what a function hands out, which it always does.
    static func outputNotOptional(_ name: String, of action: Action) -> Diagnostic {
        Diagnostic(
            code: .call(.misfit), "\(name) of \(action.name) is null, and the function always writes there",
            suggestion: "leave it out, or declare it with an annotation that allows null, such as _Out_opt_")
    }

    /// The diagnostic of an argument without a name beside others with names.
    fileprivate static func unnamed(in action: Action) -> Diagnostic {
        Diagnostic(
            code: .call(.arguments), "an argument of \(action.name) has no name, and others have names",
            suggestion: "give all arguments by position, or all by name")
    }

    /// The diagnostic of a parameter that two arguments are for.
    fileprivate static func givenTwice(_ name: String, of action: Action) -> Diagnostic {
        Diagnostic(
            code: .call(.arguments), "two arguments are for the parameter \"\(name)\" of \(action.name)",
            suggestion: "remove one of the two")
    }

    /// A wrong number of arguments.
    ///
    /// - Parameter own: how many of the last arguments no caller gives by their place.
    package static func wrongCount(
        of name: ActionName, _ signature: Signature, found: Int, besides own: Int = 0
    ) -> Diagnostic {
        let (wanted, counters) = (signature.given.count - own, signature.isVariadic ? [] : signature.counters)
        let found = found - own
        let names = counters.map(signature.name(of:)).joined(separator: " and ")
        let fewer = counters.isEmpty ? "" : ", or \(wanted - counters.count) without \(names)"
        return Diagnostic(
            code: .call(.arguments),
            "\(name) takes \(counted(wanted, "argument"))\(fewer), \(counted(found, "is", plural: "are")) given",
            suggestion: found > wanted ? adviceOnOutputs(of: signature) : nil)
    }

    /// The advice that out-parameters take no place among the arguments; nil where there are none.
    private static func adviceOnOutputs(of signature: Signature) -> String? {
        let names = signature.parameters.indices.filter { signature.parameters[$0].direction == .out }
            .map(signature.name(of:))
        if names.isEmpty { return nil }
        let paths = names.map { "out.\($0)" }.joined(separator: " and ")
        return "leave out \(names.map { "\"\($0)\"" }.joined(separator: " and ")), which "
            + "\(names.count == 1 ? "comes" : "come") back as \(paths), or give all arguments by name"
    }

    /// A value that does not fit.
    static func misfit(_ error: CrossingError, in action: Action) -> Diagnostic {
        let subject =
            error.parameter.map { "\(place(of: $0, in: action.signature)) of \(action.name)" }
            ?? "the result of \(action.name)"
        return Diagnostic(
            code: .call(.misfit), "\(subject) is \(error.found), the declaration wants \(error.expected)",
            label: error.found, suggestion: error.suggestion)
    }

    /// The words for an argument: its number among those that a caller gives, and its name. Variadic arguments come
    /// last.
    static func place(of index: Int, in signature: Signature) -> String {
        let place = signature.number(ofArgument: index).map { "argument \($0)" } ?? "argument"
        guard index < signature.parameters.count, let name = signature.parameters[index].name else { return place }
        return "\(place) (\(name))"
    }
}
