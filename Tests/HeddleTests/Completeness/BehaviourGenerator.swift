// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

/// Makes whole behaviours that use all that the language has: each is meant to be right, as far as a generator that is
/// no second checker can tell.
struct BehaviourGenerator {
    var random: SeededGenerator
    private var names = 0
    /// The values that steps of the present scope have saved so far.
    var saved: [(name: String, type: GeneratedType)] = []
    /// The hooks that are written so far.
    var hookNames: [String] = []

    /// The name of the module in behaviours.
    private let library: String

    init(seed: UInt64, library: String) {
        random = SeededGenerator(seed: seed)
        self.library = library
    }

    /// The next behaviour, as JSON.
    mutating func next() -> Value {
        (saved, hookNames) = ([], [])
        return random.chance(8) ? sequence() : fullForm()
    }

    private mutating func fullForm() -> Value {
        var members: [Value.Member] = [
            .init("behaviour", .integer(1)), .init("modules", .object([.init("gen", module), .init("m", Self.libm)])),
        ]
        if random.chance(4) { members.append(.init("x-note", .string("made"))) }
        if random.chance(3) { include(in: &members) }
        if random.chance(2) { members.append(.init("hooks", hooks(3))) }
        let hasSetup = random.chance(4)
        if hasSetup { members.append(.init("setup", steps(2))) }
        let shared = saved
        members.append(.init("steps", steps(Int.random(in: 1...5, using: &random))))
        if hasSetup { saved = shared }
        if random.chance(4) { members.append(.init("always", steps(1))) }
        if random.chance(3) { members.append(.init("cases", cases(knowing: hasSetup ? shared : []))) }
        if random.chance(4) { members.append(.init("tracking", tracking())) }
        members.append(.init("policy", policy()))
        return .object(members)
    }

    private var module: Value { .object(["library": .string(library)]) }

    private static let libm = Value.object([
        "library": .string("libm.so.6"),
        "declarations": .array([
            .string("double fmin(double x, double y)"), .string("float ldexpf(float x, int e)"),
            .string("double modf(double x, _Out_ double *whole)"),
        ]),
    ])

    /// The file has another instance of the module, a hook around it, and a step that saves `common`.
    private mutating func include(in members: inout [Value.Member]) {
        members.append(.init("include", .array([.string(GeneratedModule.included)])))
        saved.append(("common", .point))
    }

    /// The array form, whose functions take one argument and may be missing.
    private mutating func sequence() -> Value {
        let modules = (0..<Int.random(in: 1...2, using: &random)).map { _ -> Value in
            let actions = (0..<Int.random(in: 0...3, using: &random)).map { _ in sequenceAction() }
            return .object([
                "name": .string(random.chance(5) ? "nowhere" : "gen"), "actions": .array(actions),
            ])
        }
        return .array(modules)
    }

    private mutating func sequenceAction() -> Value {
        let action = random.pick(GeneratedAction.all.filter { $0.module == "gen" && $0.parameters.count < 2 })
        if random.chance(8) { return .object(["func": .string("nothing"), "value": .integer(1)]) }
        let value = action.parameters.map { Value.Member("value", $0.type.value(&random)) }
        return .object([.init("func", .string(action.name))] + value)
    }

    private mutating func policy() -> Value {
        var members: [Value.Member] = [.init("onFailure", .string("continue"))]
        if random.chance(4) { members.append(.init("missing", .string(random.pick(["fail", "skip"])))) }
        if random.chance(5) { members.append(.init("leaks", .string(random.pick(["warn", "fail"])))) }
        if random.chance(5) { members.append(.init("mayHook", .object(["gen": .string("gen.*")]))) }
        return .object(members)
    }

    mutating func newName() -> String {
        names += 1
        return "s\(names)"
    }

    // MARK: Cases

    /// - Parameter known: what the setup of the file saves.
    private mutating func cases(knowing known: [(name: String, type: GeneratedType)]) -> Value {
        let outer = saved
        defer { saved = outer }
        return .array(
            (0..<Int.random(in: 1...2, using: &random)).map { index in
                saved = known
                var members: [Value.Member] = [.init("name", .string("case \(index)"))]
                if random.chance(3) { members.append(.init("tags", .array([.string("fast")]))) }
                if index > 0, random.chance(2) { members.append(.init("needs", .array([.string("case 0")]))) }
                var all: [Value] = []
                if random.chance(2) {
                    members.append(.init("each", rows()))
                    all = [rowStep()]
                }
                if random.chance(3) { members.append(.init("hooks", hooks(1))) }
                if random.chance(4) { members.append(.init("always", steps(1))) }
                all += (0..<Int.random(in: 1...3, using: &random)).map { _ in step() }
                members.append(.init("steps", .array(all)))
                if random.chance(4) { members.append(.init("expect", surroundings())) }
                guard random.chance(4) else { return .object(members) }
                saved = known
                return .object([
                    "name": .string("group \(index)"), "setup": .array([]), "cases": .array([.object(members)]),
                    "always": steps(1),
                ])
            })
    }

    private mutating func rows() -> Value {
        let wants: [Value] = [
            .integer(3), .object(["ge": .integer(0)]), .object(["in": .array([.integer(3), .integer(4)])]),
        ]
        let (first, second) = (random.pick(wants), random.pick(wants))
        if random.chance(2) {
            return .object([
                "names": .array([.string("a"), .string("want")]),
                "rows": .array([.array([.integer(1), first]), .array([.integer(2), second])]),
            ])
        }
        return .array([
            .object(["a": .integer(1), "want": first, "description": .string("one")]),
            .object(["a": .integer(2), "want": second, "name": .string("two")]),
        ])
    }

    private func rowStep() -> Value {
        .object([
            "call": .string("gen.add"), "with": .array([.reference("row.a"), .integer(2)]),
            "expect": .object(["result": .reference("row.want")]),
        ])
    }
}
