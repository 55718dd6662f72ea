// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics

extension TrackAspect {
    /// The value of a member of the event.
    package enum Part: Sendable {
        /// A part of the call.
        case path(CallPath)
        /// A part of the configuration of the called module's instance.
        case configuration(PartPath)
        /// A constant.
        case constant(Value)
        /// The result of an action without arguments: `module.action`, or an action of the called module.
        case call(String)
        /// The answers of actions that are called without their hooks, the first without arguments and each further one
        /// with the result of the one before: `module.action`, or an action of the called module. Without an answer,
        /// which is null or an empty text, there is no event.
        case ask([String], PartPath)
    }

    /// A part in the events of one action.
    enum BoundPart: Sendable {
        case path(BoundCallPath)
        /// A constant; nil for a setting without a value.
        case constant(Value?)
        case call(AskedAction)
        case ask([AskedAction], PartPath)

        /// Nil if there is no value, such as the result of a failed call.
        func value(in call: some ObservedCall) -> Value? {
            switch self {
            case .constant(let value): return value
            case .path(let path): return path.isSecret ? .secret : path.value(in: call)
            case .call(let action):
                guard case .returned(let value) = action.call([]) else { return nil }
                return value
            case .ask(let actions, let part): return Self.answer(of: actions, part)
            }
        }

        /// True if there is no event without a value.
        var isAsked: Bool { if case .ask = self { true } else { false } }

        /// The answer of the last one; nil if there is none, or one before it has none.
        private static func answer(of actions: [AskedAction], _ part: PartPath) -> Value? {
            var answer: Value?
            for (index, action) in actions.enumerated() {
                let part = index == actions.count - 1 ? part : PartPath()
                guard case .returned(let value?) = action.ask([answer].compactMap(\.self), part), value != .null,
                    value != .string("")
                else { return nil }
                answer = value
            }
            return answer
        }
    }

    /// The parts in the events of one action.
    func bind(_ action: WovenAction) throws(AspectError) -> [(name: String, part: BoundPart)] {
        var bound: [(name: String, part: BoundPart)] = []
        for (name, part) in data { bound.append((name, try bind(part, OptionPlace("data", at: places[name]), action))) }
        return bound
    }

    private func bind(_ part: Part, _ place: OptionPlace, _ action: WovenAction) throws(AspectError) -> BoundPart {
        switch part {
        case .constant(let value): return .constant(value)
        case .configuration(let path):
            switch services.configuration(action.name.module, path) {
            case .value(let value): return .constant(value)
            case .secret: return .constant(.secret)
            case .absent(let message, let suggestion): throw unfit(place, action, message, suggestion)
            }
        case .path(let path):
            do { return .path(try path.bound(to: action.signature)) } catch {
                throw unfit(place, action, error.message, error.suggestion)
            }
        case .call(let name): return .call(try bind(call: name, place, action))
        case .ask(let names, let part):
            var asked: [AskedAction] = []
            for name in names { asked.append(try bind(ask: name, of: asked.last, place, action)) }
            try check(part, of: asked.last, place, action)
            return .ask(asked, part)
        }
    }

    private func bind(
        ask name: String, of earlier: AskedAction?, _ place: OptionPlace, _ action: WovenAction
    ) throws(AspectError) -> AskedAction {
        guard let earlier else { return try bind(call: name, place, action) }
        let name = name.contains(".") ? name : "\(action.name.module).\(name)"
        guard let called = services.action(name) else {
            throw unfit(place, action, "there is no action \(Value.string(name).excerpt())")
        }
        let given = called.signature.givenParameters
        guard given.count == 1, !called.signature.isVariadic else {
            throw unfit(
                place, action, "\(name) takes \(counted(given.count, "argument"))",
                "it must take what \(earlier.signature.symbol) returns")
        }
        guard given[0].type.isSameBesidesConst(as: earlier.signature.result) else {
            throw unfit(
                place, action,
                "\(name) takes \(given[0].type), and \(earlier.signature.symbol) returns \(earlier.signature.result)",
                "it must take what \(earlier.signature.symbol) returns")
        }
        guard called.signature.result.canonical != .void else {
            throw unfit(place, action, "\(name) returns nothing")
        }
        return called
    }

    private func check(
        _ part: PartPath, of asked: AskedAction?, _ place: OptionPlace, _ action: WovenAction
    ) throws(AspectError) {
        guard !part.isEmpty, let result = asked?.signature.result, result.part(at: part).canonical == .void else {
            return
        }
        throw unfit(place, action, "\(result) has no part \(part.description.drop { $0 == "." })")
    }

    private func bind(call name: String, _ place: OptionPlace, _ action: WovenAction) throws(AspectError) -> AskedAction
    {
        let name = name.contains(".") ? name : "\(action.name.module).\(name)"
        guard let called = services.action(name) else {
            throw unfit(place, action, "there is no action \(Value.string(name).excerpt())")
        }
        guard called.signature.given.isEmpty, !called.signature.isVariadic else {
            throw unfit(place, action, "\(name) takes arguments, and there are none to give it")
        }
        guard called.signature.result.canonical != .void else {
            throw unfit(place, action, "\(name) returns nothing")
        }
        return called
    }

    /// The error of an option that does not fit an action.
    func unfit(
        _ option: OptionPlace, _ action: WovenAction, _ message: String, _ suggestion: String? = nil
    ) -> AspectError {
        .unfit(option, aspect: "track", action: action.name, message: message, suggestion: suggestion)
    }
}

extension CType {
    /// Returns whether both are one type, or pointers to one, whichever of them is const.
    fileprivate func isSameBesidesConst(as other: CType) -> Bool {
        guard case .pointer(let mine, _) = canonical, case .pointer(let its, _) = other.canonical else {
            return isSame(as: other)
        }
        return mine.isSame(as: its)
    }
}
