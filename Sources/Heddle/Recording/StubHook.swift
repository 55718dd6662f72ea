// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign

/// The hook that answers for modules which are no longer needed.
struct StubHook {
    private let host: ModuleHost
    private let modules: [String]
    private let order: Double

    /// - Parameter order: greater than that of the other hooks, so that they are outside of it.
    init(for modules: [String], on host: ModuleHost, order: Double) {
        self.host = host
        self.modules = modules
        self.order = order
    }

    /// The hook as a behaviour has it; nil where nothing is to be answered.
    ///
    /// - Parameters:
    ///   - runs: the calls of each run; the answers are those of the first.
    ///   - areAllExpected: false if some of the calls need not be made.
    func value(for runs: [[InnerCall]], areAllExpected: Bool) -> Value? {
        guard let first = runs.first, !first.isEmpty else { return nil }
        let options =
            [Value.Member("calls", .array(calls(in: runs)))]
            + (areAllExpected ? [] : [Value.Member("all", .bool(false))])
        // A function that an answer calls may call what the hook answers for.
        let isReentrant = first.contains { !$0.answer.callbacks.isEmpty }
        return .object(
            [
                .init("on", .array(modules.map { .string("\($0).*") })),
                .init("order", Value(order)),
            ] + (isReentrant ? [.init("reentrant", .bool(true))] : [])
                + [.init("instead", .object([.init("answer", .object(options))]))])
    }

    /// Of runs that went another way than the first nothing can be said.
    private func calls(in runs: [[InnerCall]]) -> [Value] {
        let alike = runs.filter { $0.isLike(runs[0]) }
        var functions = CalledFunctions(in: alike[0]) { signature(of: $0) }
        var numbers = alike.map { _ in HandleNumbers() }
        return alike[0].indices.map { index in
            var arguments: [[Value]] = []
            var answers: [[Value.Member]] = []
            for run in alike.indices {
                var call = alike[run][index].avoidingSpecialNames(of: signature(of: alike[0][index].action))
                if run == 0 { call = functions.named(call) }
                arguments.append(call.arguments.map { numbers[run].named($0) })
                answers.append(call.answer.members.map { .init($0.name, numbers[run].named($0.value)) })
            }
            let action = alike[0][index].action
            return .object(
                [.init("call", .string("\(action)")), .init("with", with(arguments, of: action))] + answers[0])
        }
    }

    private func signature(of action: ActionName) -> Signature? {
        host.registry.module(named: action.module)?.signature(of: action.action)
    }

    /// The required arguments of a call: those that were the same in all runs, and are not secret.
    private func with(_ arguments: [[Value]], of action: ActionName) -> Value {
        let signature = signature(of: action)
        let parameters = signature?.givenParameters ?? []
        let steady = arguments[0].indices.map { index in
            let isSecret = index < parameters.count && parameters[index].isSecret
            return !isSecret && arguments.allSatisfy { index < $0.count && $0[index] == arguments[0][index] }
        }
        if steady.allSatisfy(\.self) { return .array(arguments[0]) }
        return .object(
            (signature?.argumentNames ?? []).enumerated().filter { steady[$0.offset] }.map { index, name in
                .init(name, arguments[0][index])
            })
    }
}

extension InnerCall {
    fileprivate func avoidingSpecialNames(of signature: Signature?) -> InnerCall {
        guard let signature else { return self }
        let types = signature.givenParameters.map(\.crossing.type)
        return InnerCall(
            action: action, order: order,
            arguments: arguments.enumerated().map { index, value in
                value.avoidingSpecialNames(as: index < types.count ? types[index] : .void)
            }, answer: answer.mapped(of: signature) { $0.avoidingSpecialNames(as: $1) })
    }
}

extension [InnerCall] {
    /// Returns whether the same actions were called in the same order.
    func isLike(_ other: [InnerCall]) -> Bool { map(\.action) == other.map(\.action) }
}

/// Names for the handles of one run, in the order in which they are met.
private struct HandleNumbers {
    private var names: [UInt64: String] = [:]
    private var counts: [String: Int] = [:]

    /// The value with names in the place of its handles.
    mutating func named(_ value: Value) -> Value {
        switch value {
        case .handle(let handle): return .handle(named: name(of: handle))
        case .array(let elements):
            var named: [Value] = []
            for element in elements { named.append(self.named(element)) }
            return .array(named)
        case .object(let members):
            var named: [Value.Member] = []
            for member in members { named.append(.init(member.name, self.named(member.value))) }
            return .object(named)
        case .null, .bool, .number, .string, .bytes: return value
        }
    }

    private mutating func name(of handle: Handle) -> String {
        if let known = names[handle.id] { return known }
        counts[handle.type, default: 0] += 1
        let name = "\(handle.type) \(counts[handle.type] ?? 1)"
        names[handle.id] = name
        return name
    }
}
