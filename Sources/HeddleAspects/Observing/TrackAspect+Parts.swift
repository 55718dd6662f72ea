// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension TrackAspect {
    /// The value of a member of the event.
    package enum Part: Sendable {
        /// A part of the call.
        case path(CallPath)
        /// A constant.
        case constant(Value)
        /// The result of an action without arguments: `module.action`, or an action of the called module.
        case call(String)
    }

    /// The receiver of the events.
    package enum Receiver: Sendable {
        /// The events of the run.
        case events
        /// An action that takes the event as JSON, optionally with the label before it.
        case action(AskedAction)
        /// A file, with one line for each event.
        case file(any LineWriter)
    }

    /// A part in the events of one action.
    enum BoundPart: Sendable {
        case path(BoundCallPath)
        case constant(Value)
        case call(AskedAction)

        /// Nil if there is no value, such as the result of a failed call.
        func value(in call: some ObservedCall) -> Value? {
            switch self {
            case .constant(let value): return value
            case .path(let path): return path.isSecret ? .secret : path.value(in: call)
            case .call(let action):
                guard case .returned(let value) = action.call([]) else { return nil }
                return value
            }
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
        case .path(let path):
            do { return .path(try path.bound(to: action.signature)) } catch {
                throw unfit(place, action, error.message, error.suggestion)
            }
        case .call(let name): return .call(try bind(call: name, place, action))
        }
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
