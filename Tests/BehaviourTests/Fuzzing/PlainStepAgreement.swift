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
        #expect(step.saves.map(\.path.value) == (plain.save == nil ? [] : [.result]))
        #expect(step.saves.first?.name.value == plain.save.map { String(decoding: text[$0], as: UTF8.self) })
        switch step.arguments {
        case .none: #expect(plain.arguments.isEmpty)
        case .positional(let values):
            #expect(plain.arguments.count == values.count)
            for (argument, value) in zip(plain.arguments, values) { check(argument, value.value, in: text) }
        case .named: Issue.record("a plain step with arguments by name")
        }
        check(plain, step.expectations, in: text)
    }

    private static func check(_ argument: PlainStep.Argument, _ template: Template, in text: [UInt8]) {
        switch (argument, template) {
        case (.literal(let literal), .literal(let value)): #expect(literal.value(in: text) == value)
        case (.saved(let name), .reference(let reference)):
            #expect(String(decoding: text[name], as: UTF8.self) == "\(reference)")
        default: Issue.record("\(argument) is \(template)")
        }
    }

    private static func check(_ plain: PlainStep, _ expectations: [Step.Expectation], in text: [UInt8]) {
        #expect(expectations.map(\.path.value) == (plain.expectation == nil ? [] : [.result]))
        #expect(plain.expectation?.bytes == expectations.first?.range.bytes)
        let operands = plain.conditions.map { $0.operand.value(in: text) }
        switch expectations.first?.test {
        case .equals(let expected):
            #expect(plain.expectation?.hasOperators == false)
            #expect(operands == [expected.value.literal].compactMap(\.self))
        case .operators(let operators):
            #expect(plain.expectation?.hasOperators == true)
            #expect(plain.conditions.map(\.word) == operators.map(\.0))
            #expect(operands == operators.compactMap(\.1.value.literal))
        case nil: #expect(operands.isEmpty)
        }
    }
}
