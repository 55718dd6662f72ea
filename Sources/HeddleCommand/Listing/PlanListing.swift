// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle

/// The calls of a plan, each with what runs in it and why, line by line.
struct PlanListing {
    private let plan: Plan
    private let host: ModuleHost
    private let choice: String

    /// - Parameter choice: the source of the choice of the engine for calls.
    init(_ plan: Plan, on host: ModuleHost, choiceOfCalls choice: String) {
        (self.plan, self.host, self.choice) = (plan, host, choice)
    }

    /// Tells the steps and then the cases, in order.
    ///
    /// - Parameters:
    ///   - isJSON: an object for each step instead of text for people.
    ///   - write: gets each text, without the end of its last line.
    /// - Throws: the reason why the hooks of a case cannot be woven.
    func tell(asJSON isJSON: Bool, _ write: (String) -> Void) throws(Diagnostics) {
        tell(plan.steps, plan.always, asJSON: isJSON, in: nil, write)
        for planned in plan.cases {
            if !isJSON { write("case \(planned.name.printable)") }
            try planned.woven(on: host) { _ in
                tell(planned.steps, planned.always, asJSON: isJSON, in: planned.name, write)
            }
        }
    }

    private func tell(
        _ steps: PlannedSteps.SubSequence, _ always: PlannedSteps.SubSequence, asJSON isJSON: Bool, in name: String?,
        _ write: (String) -> Void
    ) {
        // The blocks that do not begin before the step.
        var blocks = steps.base.blocks[...]
        // Those around it, the outermost first.
        var around: [Steps.Block] = []
        func tell(_ step: PlannedStep, isAlways: Bool) {
            around.removeAll { $0.steps.upperBound <= step.index }
            while let block = blocks.first, block.steps.lowerBound == step.index {
                if !isJSON { write(block.line) }
                around.append(blocks.removeFirst())
            }
            let passedOver = plan.passedOver(around: step.name, on: host) + step.elsewhere
            write(
                isJSON
                    ? step.json(of: name, isAlways: isAlways, in: around, passedOver, choice)
                    : step.text(isAlways: isAlways, passedOver, choice))
        }
        for step in steps { tell(step, isAlways: false) }
        for step in always { tell(step, isAlways: true) }
    }
}

extension PlannedStep {
    /// The step for people: the call, under it what runs, from first to last, and then what does not and why.
    ///
    /// - Parameter choice: what has chosen the engine for calls.
    fileprivate func text(isAlways: Bool, _ passedOver: [PassedOverHook], _ choice: String) -> String {
        let start = "\(index)  \(isAlways ? "always " : "")\(name)"
        switch call {
        case .failure(let reason): return "\(start) is skipped: \(reason.message)".printable
        case .success(let call):
            let lines = ["\(start)(\(call.argumentText))"] + call.lines(choice) + passedOver.map(\.line)
            return lines.map(\.printable).joined(separator: "\n")
        }
    }

    /// The hooks that are around the action and not around this call, as they want to be inside of another one.
    fileprivate var elsewhere: [PassedOverHook] {
        guard case .success(let call) = call else { return [] }
        return call.hooks.filter(\.isInside).map {
            PassedOverHook(name: $0.name, origin: $0.origin, reason: "a step is made inside of no call")
        }
    }

    /// - Parameters:
    ///   - name: that of the case that the step belongs to.
    ///   - blocks: those around it, the outermost first.
    ///   - choice: what has chosen the engine for calls.
    fileprivate func json(
        of name: String?, isAlways: Bool, in blocks: [Steps.Block], _ passedOver: [PassedOverHook], _ choice: String
    ) -> String {
        var members = [
            Value.Member("event", .string("plan")), .init("index", .number(.integer(Int128(index)))),
            .init("call", .string("\(self.name)")),
        ]
        if let name { members.append(.init("case", .string(name))) }
        if isAlways { members.append(.init("always", .bool(true))) }
        if !blocks.isEmpty { members.append(.init("blocks", .array(blocks.map(\.value)))) }
        switch call {
        case .failure(let reason): members.append(.init("skipped", .string(reason.message)))
        case .success(let call):
            members.append(.init("with", .array(call.plannedArguments.map { $0 ?? .null })))
            members.append(
                .init("runs", .array(call.action.turns.map { $0.value(of: call.action, by: call.transfer, choice) })))
            for (key, paths) in [("until", call.endingPaths), ("if", call.decidingPaths)] where !paths.isEmpty {
                members.append(.init(key, .array(paths.map(Value.string))))
            }
            if !passedOver.isEmpty { members.append(.init("passedOver", .array(passedOver.map(\.value)))) }
        }
        return Value.object(members).json
    }
}

extension Steps.Block {
    /// `repeat 3 to 5, 100 times`, `repeat 3 to 5 until one ends it, at most 100 times` or `3 decides: 4 to 5, or else 6`.
    fileprivate var line: String {
        switch kind {
        case .loop(let times):
            let count = counted(times.value, "time")
            return canEnd
                ? "repeat \(Self.words(steps)) until one ends it, at most \(count)"
                : "repeat \(Self.words(steps)), \(count)"
        case .branch(let otherwise, _):
            let (first, end) = (steps.lowerBound, steps.upperBound)
            let start = "\(first) decides: \(Self.words(first + 1..<otherwise))"
            return otherwise < end ? "\(start), or else \(Self.words(otherwise..<end))" : start
        }
    }

    private static func words(_ steps: Range<Int>) -> String {
        steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound) to \(steps.upperBound - 1)"
    }

    fileprivate var value: Value {
        func member(_ name: String, _ number: Int) -> Value.Member { .init(name, .number(.integer(Int128(number)))) }
        let places = [member("first", steps.lowerBound), member("last", steps.upperBound - 1)]
        switch kind {
        case .loop(let times): return .object(places + [member(canEnd ? "atMost" : "times", times.value)])
        case .branch(let otherwise, let reason):
            let words = reason.map { [Value.Member("reason", .string($0.value))] } ?? []
            return .object(places + [member("else", otherwise)] + words)
        }
    }
}

extension Action.Turn {
    fileprivate func value(of action: Action, by transfer: CallTransfer, _ choice: String) -> Value {
        switch self {
        case .action:
            return .object([
                .init("position", .string("action")), .init("runs", .string("\(action.signature)")),
                .init("calls", .string(transfer.engine.rawValue)), .init("chosen", .string(choice)),
                .init("why", .string(transfer.reason)),
            ])
        case .piece(let label, let position, let hook):
            var members = [Value.Member("position", .string(position.rawValue)), .init("runs", .string(label))]
            if let name = hook.name { members.append(.init("hook", .string(name))) }
            members += [.init("why", .string(hook.origin)), .init("place", .string(hook.place))]
            if hook.once != nil { members.append(.init("once", .bool(true))) }
            return .object(members)
        }
    }

    fileprivate func line(of action: Action, by transfer: CallTransfer, _ choice: String) -> String {
        switch self {
        case .action:
            let chosen = transfer.engine == .standard ? "" : " (\(choice))"
            return "\("     action  \(action.signature)".padded(to: 40))  \(transfer.reason)\(chosen)"
        case .piece(let label, let position, let hook):
            let start = "     \(position.rawValue.padded(to: 8))\(label)"
            let name = hook.name.map { "hook \"\($0)\", " } ?? ""
            let place = hook.place + (hook.once == nil ? "" : ", once")
            return "\(start.padded(to: 40))  \(name)\(hook.origin); \(place)"
        }
    }
}

extension PlannedCall {
    fileprivate var argumentText: String {
        plannedArguments.map { $0?.excerpt(limit: 40) ?? "_" }.joined(separator: ", ")
    }

    /// The pieces that the call runs, in order.
    fileprivate func lines(_ choice: String) -> [String] {
        action.turns.map { $0.line(of: action, by: transfer, choice) }
            + [line("until", endingPaths), line("if", decidingPaths)].compactMap(\.self)
    }

    private func line(_ key: String, _ paths: [String]) -> String? {
        paths.isEmpty ? nil : "     \(key.padded(to: 8))\(paths.joined(separator: ", "))"
    }
}

extension PassedOverHook {
    fileprivate var line: String { "     not     \(name.map { "hook \"\($0)\", " } ?? "")\(origin): \(reason)" }

    fileprivate var value: Value {
        var members = [Value.Member("origin", .string(origin)), .init("why", .string(reason))]
        if let name { members.insert(.init("hook", .string(name)), at: 0) }
        return .object(members)
    }
}

extension ActionHook {
    /// True for a hook that takes part only in calls that are made inside of some others.
    fileprivate var isInside: Bool { limits.scope != nil }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
