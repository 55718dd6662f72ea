// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The actions of later builds that make the calls of an action of an earlier one.
final class Succession: Sendable {
    private struct State {
        var find: (@Sendable () -> Action?)?
        /// The action that was found last, and that takes the calls.
        weak var found: Action?
        /// Those that have made calls which had begun in the earlier build. They are kept: what they have returned may
        /// lie in memory of their instances, and be released by their functions.
        var taken: [Action] = []
    }

    private let state = Mutex(State())

    /// Sets the search for the action of the present build.
    func set(_ find: @escaping @Sendable () -> Action?) { state.withLock { $0.find = find } }

    /// The action of the present build.
    ///
    /// - Throws: why there is none that takes the calls of the earlier one.
    func latest(of action: Action) throws(Failure) -> Action {
        // A search compares declarations, which takes much longer than a call.
        if let known = state.withLock({ $0.found }), !known.isSuperseded { return known }
        guard let latest = state.withLock({ $0.find })?() else {
            throw Failure(
                .superseded,
                "\(action.name) cannot be called as it was prepared: \(action.name.module) was reloaded, and has no such "
                    + "action any more")
        }
        if let difference = action.difference(from: latest) {
            throw Failure(
                .superseded,
                "\(action.name) cannot be called as it was prepared: \(action.name.module) was reloaded, and \(difference); "
                    + "prepare the call again")
        }
        state.withLock { $0.found = latest }
        return latest
    }

    /// The same for a call that has begun.
    func take(for action: Action) throws(Failure) -> Action {
        let latest = try latest(of: action)
        state.withLock { if $0.taken.last !== latest { $0.taken.append(latest) } }
        return latest
    }

    /// The functions that release what a function has handed over; nil if none of those actions has called it.
    func releases(of function: UInt) -> [String: Function]? {
        state.withLock { state in
            state.taken.last { unsafe UInt(bitPattern: $0.function.address) == function }?.releases
        }
    }
}

extension Action {
    /// The reason why prepared calls of this action cannot be made by one of a later build; nil if they can.
    fileprivate func difference(from later: Action) -> String? {
        if !signature.passesAlike(later.signature) { return "it is declared as \(later.signature) now" }
        if shape.passesPointersOfModule {
            return "it takes or gives pointers, which belong to the build that gave them out"
        }
        return nil
    }
}

extension Signature {
    /// Returns whether arguments that were checked and converted for this declaration are right for another one, and
    /// results can be read alike: the words are the same, and so are the types down to each member.
    fileprivate func passesAlike(_ other: Signature) -> Bool {
        "\(self)" == "\(other)" && result == other.result
            && parameters.count == other.parameters.count
            && zip(parameters, other.parameters).allSatisfy { $0.type == $1.type }
    }
}

extension CallShape {
    /// True if calls take or give a pointer that only a module can follow.
    fileprivate var passesPointersOfModule: Bool {
        parameters.contains(where: \.hasPointerOfModule) || result.hasPointerOfModule
    }
}

extension ParameterPassing {
    fileprivate var hasPointerOfModule: Bool {
        switch self {
        case .instance: false
        // A function is made for the call by the host.
        case .value(.function): false
        case .value(let layout), .pointed(let layout, _): layout.hasPointerOfModule
        case .run(let run), .received(let run): run.hasPointerOfModule
        }
    }
}

extension ResultPassing {
    fileprivate var hasPointerOfModule: Bool {
        switch self {
        case .void: false
        case .value(let layout), .pointed(let layout): layout.hasPointerOfModule
        case .run(let run): run.hasPointerOfModule
        }
    }
}

extension CountedBuffer {
    fileprivate var hasPointerOfModule: Bool {
        if case .elements(let layout) = content { layout.hasPointerOfModule } else { false }
    }
}

extension ValueLayout {
    fileprivate var hasPointerOfModule: Bool {
        switch self {
        case .scalar, .characters, .text, .wideText: false
        case .sharedText, .handle, .function: true
        case .array(let element, _): element.hasPointerOfModule
        case .record(let shape): shape.fields.contains(where: \.hasPointerOfModule)
        }
    }
}

extension RecordShape.Field {
    fileprivate var hasPointerOfModule: Bool {
        switch content {
        case .element(let layout, _): layout.hasPointerOfModule
        case .buffer(let buffer, _): buffer.run.hasPointerOfModule
        case .bits: false
        }
    }
}
