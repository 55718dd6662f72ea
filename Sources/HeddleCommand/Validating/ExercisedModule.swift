// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem
import Logging

/// A loaded module whose actions are called one by one.
final class ExercisedModule {
    /// An action with its declaration.
    struct Action {
        let name: ActionName
        let signature: Signature

        /// Arguments in words, without secrets.
        func shown(_ arguments: [Value]) -> String {
            signature.excerpts(of: arguments, limit: 60).joined(separator: ", ")
        }
    }

    /// One call that was made.
    struct Call {
        let action: Action
        let arguments: [Value]
        let result: CallResult

        var hasFailed: Bool {
            if case .failed = result.outcome { true } else { false }
        }

        /// The call in words, such as `divide(7, 0)`.
        var words: String { "\(action.name.action)(\(action.shown(arguments)))" }
    }

    let host: ModuleHost
    /// The actions, in the order of their names.
    let actions: [Action]
    /// The pointers that calls have returned, with the type that they point to.
    private var handles: [(type: CType, value: Value)] = []
    /// True while a pointer is made, so that no action is asked for one in vain for ever.
    private var isMaking = false

    init(_ actions: [Action], on host: ModuleHost) {
        (self.actions, self.host) = (actions, host)
    }

    /// - Parameter described: the names of the actions that the module describes. Of others, which bindings declare,
    ///   it has those that their declarations say enough of; see ``Signature/isFedSafely``.
    convenience init(_ module: Module, describing described: Set<String>, on host: ModuleHost) {
        let actions = module.actionNames.compactMap { name -> Action? in
            guard let signature = module.signature(of: name), described.contains(name) || signature.isFedSafely else {
                return nil
            }
            return Action(name: ActionName(module: module.name, action: name), signature: signature)
        }
        self.init(actions, on: host)
    }

    /// Calls an action, and notes the call for the report of a crash.
    ///
    /// - Returns: nil if the host refuses the arguments.
    func call(_ action: Action, with arguments: [Value]) -> Call? {
        CrashReport.noting("\(action.name), called with (\(action.shown(arguments)))") {
            guard let result = try? host.call(action.name, with: arguments) else { return nil }
            let call = Call(action: action, arguments: arguments, result: result)
            keepHandle(of: call)
            return call
        }
    }

    /// Calls each action once with ordinary arguments, those that need a pointer of another one behind that.
    ///
    /// - Returns: the calls; actions without fitting arguments are not called.
    @discardableResult
    func callAll() -> [Call] {
        var (waiting, calls) = (actions, [Call]())
        for _ in 0..<2 {
            waiting = waiting.filter { action in
                guard let arguments = ordinaryArguments(of: action), let call = call(action, with: arguments) else {
                    return true
                }
                calls.append(call)
                return false
            }
        }
        return calls
    }

    /// The actions that no check can call, each with the argument that is lacking, in words.
    func uncalled(besides calls: [Call]) -> [String] {
        let called = Set(calls.map(\.action.name))
        return actions.filter { !called.contains($0.name) }.map { action in
            let lacking = action.signature.given.first {
                ordinaryValue(of: action.signature.parameters[$0], { _ in ValueChoice.count }) == nil
            }
            guard let lacking else { return "\(action.name.action) is never called: its arguments are refused" }
            let type = action.signature.parameters[lacking].type
            return "\(action.name.action) is never called: no action returns a \(type) to pass as "
                + action.signature.name(of: lacking)
        }
    }

    /// Calls each action with unusual values, one parameter after the other.
    ///
    /// - Parameter values: the unusual values of a parameter.
    /// - Returns: the calls, those with ordinary arguments first.
    @discardableResult
    func callAll(varying values: (Parameter) -> [Value]) -> [Call] {
        var calls = callAll()
        for action in actions {
            guard let arguments = ordinaryArguments(of: action) else { continue }
            for (index, place) in action.signature.given.enumerated() where action.signature.mayVary(place) {
                for value in values(action.signature.parameters[place]) {
                    guard var varied = isReleasing(action) ? ordinaryArguments(of: action) : arguments else { continue }
                    varied[index] = value
                    if let call = call(action, with: varied) { calls.append(call) }
                }
            }
        }
        return calls
    }

    /// Arguments that any action should take; nil if a parameter takes a pointer that no call has returned.
    ///
    /// - Parameter count: the number of elements of arrays that parameters count.
    func ordinaryArguments(of action: Action, count: Int = ValueChoice.count) -> [Value]? {
        ordinaryArguments(of: action) { action.signature.factor(count, of: $0) }
    }

    /// - Parameter counts: the value of a parameter that counts another one, by its index.
    private func ordinaryArguments(of action: Action, counts: (Int) -> Int) -> [Value]? {
        var made: [Value] = []
        for index in action.signature.given {
            let parameter = action.signature.parameters[index]
            guard let value = ordinaryValue(of: parameter, counts) else { return nil }
            made.append(action.signature.isCounter(index) ? .number(.integer(Int128(counts(index)))) : value)
        }
        return made
    }

    private func ordinaryValue(of parameter: Parameter, _ counts: (Int) -> Int) -> Value? {
        if let value = ValueChoice.ordinary(for: parameter, count: counts) { return value }
        if case .pointer(let target, _) = parameter.type.canonical, let handle = handle(of: target) { return handle }
        return parameter.isOptional ? .null : nil
    }

    /// A pointer that was returned and is not released; where there is none any more, a new one.
    private func handle(of target: CType) -> Value? {
        func last() -> Value? { handles.last { $0.type.isSame(as: target) }?.value }
        if let known = last() { return known }
        // An action that makes one of another one is not asked for that again.
        if isMaking { return nil }
        isMaking = true
        defer { isMaking = false }
        for action in actions {
            guard case .pointer(let made, _) = action.signature.result.canonical, made.isSame(as: target),
                let arguments = ordinaryArguments(of: action), call(action, with: arguments) != nil,
                let value = last()
            else { continue }
            return value
        }
        return nil
    }

    private func keepHandle(of call: Call) {
        for (place, value) in zip(call.action.signature.given, call.arguments)
        where call.action.signature.parameters[place].isReleased && !call.hasFailed {
            handles.removeAll { $0.value == value }
        }
        guard case .pointer(let target, _) = call.action.signature.result.canonical,
            case .returned(let value?) = call.result.outcome, case .handle = value
        else { return }
        handles.append((target, value))
    }

    private func isReleasing(_ action: Action) -> Bool { action.signature.parameters.contains(where: \.isReleased) }
}

extension Signature {
    /// Returns whether a parameter counts what another one points to.
    fileprivate func isCounter(_ index: Int) -> Bool {
        parameters.contains { $0.count?.parameters.contains(index) == true }
    }

    /// Returns whether a parameter takes any value of its type: not a count of another argument, nor a format.
    fileprivate func mayVary(_ index: Int) -> Bool { !isCounter(index) && format != index }

    /// The value of a parameter that is one of the factors of a count.
    fileprivate func factor(_ count: Int, of index: Int) -> Int {
        let counts = parameters.compactMap { $0.count?.parameters }.filter { $0.contains(index) }
        let factors = counts.map(\.count).max() ?? 1
        if factors < 2 || count < 16 { return count }
        return (1...).first { root in (0..<factors).reduce(1) { product, _ in product * (root + 1) } > count } ?? 1
    }
}

extension Logger {
    /// Messages of the module are no findings.
    static var silent: Logger { Logger(label: "heddle.validate") { _ in SwiftLogNoOpLogHandler() } }
}

extension ExercisedModule {
    // MARK: Many calls

    /// Calls each action with unusual values of two parameters at a time.
    ///
    /// - Parameter values: the unusual values of a parameter.
    func callAll(varyingTwo values: (Parameter) -> [Value]) {
        callAll()
        for action in actions {
            guard let arguments = ordinaryArguments(of: action) else { continue }
            let unusual = action.signature.given.map { place in
                action.signature.mayVary(place) ? values(action.signature.parameters[place]) : []
            }
            for (first, others) in unusual.enumerated() {
                for second in unusual.indices.dropFirst(first + 1) {
                    for value in others {
                        for other in unusual[second] {
                            var varied = arguments
                            (varied[first], varied[second]) = (value, other)
                            _ = call(action, with: varied)
                        }
                    }
                }
            }
        }
    }

    /// Calls each action that takes or fills arrays whose length a parameter counts with such arrays of a length.
    ///
    /// - Returns: the calls, those with ordinary arguments first.
    @discardableResult
    func callAll(counting count: Int) -> [Call] {
        let calls = callAll()
        let counting = actions.filter { $0.signature.given.contains(where: $0.signature.isCounter) }
        return calls
            + counting.compactMap { action in
                ordinaryArguments(of: action, count: count).flatMap { call(action, with: $0) }
            }
    }

    /// Calls each action that takes several counts with other ones of each.
    ///
    /// - Returns: the calls.
    func callAllCountingApart() -> [Call] {
        actions.flatMap { action in
            let counters = action.signature.given.filter(action.signature.isCounter)
            if counters.count < 2 { return [] as [Call] }
            return counters.flatMap { counter in
                [(1, 3), (3, 1)].compactMap { own, others in
                    ordinaryArguments(of: action, counts: { $0 == counter ? own : others })
                        .flatMap { call(action, with: $0) }
                }
            }
        }
    }

    /// Random arguments; nil if a parameter takes a pointer that no call has returned.
    func randomArguments(of action: Action, using generator: inout SplitMix64) -> [Value]? {
        guard var arguments = ordinaryArguments(of: action) else { return nil }
        for (index, place) in action.signature.given.enumerated() where action.signature.mayVary(place) {
            if let value = ValueChoice.random(for: action.signature.parameters[place], using: &generator) {
                arguments[index] = value
            }
        }
        return arguments
    }

    /// The bytes that each of many calls leaves allocated; 0 for less than the smallest block of `malloc`.
    func bytesLeft(by call: Call) -> Int {
        let count = 500
        // An allocation that happens once, at the first use, is no leak.
        `repeat`(call, times: count)
        let earlier = ProcessMemory.allocatedBytes
        `repeat`(call, times: count)
        let left = (ProcessMemory.allocatedBytes - earlier) / count
        return left < 24 ? 0 : left
    }

    /// Makes a call again and again.
    func `repeat`(_ call: Call, times count: Int) {
        CrashReport.noting("\(call.action.name) called \(count) times") {
            for _ in 0..<count { _ = try? host.call(call.action.name, with: call.arguments) }
        }
    }
}
