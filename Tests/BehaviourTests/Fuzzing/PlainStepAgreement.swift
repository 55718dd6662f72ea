// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Declarations
import Diagnostics
import Testing

/// What is read of plain steps at a glance is what is read of them in full.
enum PlainStepAgreement {
    /// Returns how many steps of a behaviour are plain.
    @discardableResult
    static func check(_ behaviour: Behaviour) -> Int {
        let steps = behaviour.steps
        var reader = steps.plainReader
        var calls: [Int: ActionName] = [:]
        var plain = 0
        for index in steps.indices where steps.readPlain(index, into: &reader) {
            plain += 1
            let step = steps[index]
            check(reader.step, step, in: steps.file.bytes)
            #expect(calls[reader.step.call, default: step.call.value] == step.call.value)
            calls[reader.step.call] = step.call.value
        }
        #expect(Set(calls.values).count == calls.count)
        return plain
    }

    private static func check(_ plain: PlainStep, _ step: Step, in text: [UInt8]) {
        #expect(step.saves.isEmpty)
        switch step.arguments {
        case .none: #expect(plain.arguments.isEmpty)
        case .positional(let values):
            #expect(plain.arguments.map { $0.value(in: text) } == values.compactMap(\.value.literal))
        case .named: Issue.record("a plain step with arguments by name")
        }
        #expect(step.expectations.map(\.path.value) == (plain.expectation == nil ? [] : [.result]))
        guard let expectation = step.expectations.first, case .equals(let expected) = expectation.test else {
            #expect(step.expectations.isEmpty)
            return
        }
        #expect(plain.expectation?.result.value(in: text) == expected.value.literal)
        #expect(plain.expectation?.bytes == expectation.range.bytes)
    }
}
