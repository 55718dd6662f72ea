// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleSystem

/// `heddle plan`: shows what would be called, with the hooks of each call.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show each call with its hooks, and why they apply; call nothing.")

    @OptionGroup var input: BehaviourInput
    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let (plan, host) = try input.plan()
            show(plan.steps, plan.always, of: plan, on: host, output)
            for planned in plan.cases {
                if !output.isJSON { output.data.write("case \(planned.name.printable)\n") }
                try planned.woven(on: host) { _ in
                    show(planned.steps, planned.always, of: plan, on: host, output, in: planned.name)
                }
            }
        } catch {
            throw output.fail(error)
        }
    }

    private func show(
        _ steps: PlannedSteps.SubSequence, _ always: PlannedSteps.SubSequence, of plan: Plan, on host: ModuleHost,
        _ output: CommandOutput,
        in name: String? = nil
    ) {
        func show(_ step: PlannedStep, isAlways: Bool) {
            let passedOver = plan.passedOver(around: step.name, on: host) + step.elsewhere
            let text =
                output.isJSON
                ? step.json(of: name, isAlways: isAlways, passedOver, input.path.choiceOfCalls)
                : step.text(isAlways: isAlways, passedOver, input.path.choiceOfCalls)
            output.data.write(text + "\n")
        }
        for step in steps { show(step, isAlways: false) }
        for step in always { show(step, isAlways: true) }
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
    ///   - choice: what has chosen the engine for calls.
    fileprivate func json(
        of name: String?, isAlways: Bool, _ passedOver: [PassedOverHook], _ choice: String
    ) -> String {
        var members = [
            Value.Member("event", .string("plan")), .init("index", .number(.integer(Int128(index)))),
            .init("call", .string("\(self.name)")),
        ]
        if let name { members.append(.init("case", .string(name))) }
        if isAlways { members.append(.init("always", .bool(true))) }
        switch call {
        case .failure(let reason): members.append(.init("skipped", .string(reason.message)))
        case .success(let call):
            members.append(.init("with", .array(call.plannedArguments.map { $0 ?? .null })))
            members.append(
                .init("runs", .array(call.action.turns.map { $0.value(of: call.action, by: call.transfer, choice) })))
            if !passedOver.isEmpty { members.append(.init("passedOver", .array(passedOver.map(\.value)))) }
        }
        return Value.object(members).json
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
