// SPDX-License-Identifier: Apache-2.0

package import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The quick reader and the full reader agree about plain steps.
package struct PlainStepAgreement {
    /// How many steps are plain.
    package private(set) var count = 0
    /// Where the two do not agree.
    package private(set) var differences: [String] = []

    /// Reads the steps of a behaviour in both ways.
    package init(_ behaviour: Behaviour) {
        let steps = behaviour.steps
        var reader = steps.plainReader
        var calls: [Int: ActionName] = [:]
        for index in steps.indices where steps.readPlain(index, into: &reader) {
            count += 1
            let step = steps[index]
            compare(reader.step, step, in: steps.file.bytes)
            expect(calls[reader.step.call, default: step.call.value] == step.call.value, "the call of", step)
            calls[reader.step.call] = step.call.value
        }
        if Set(calls.values).count != calls.count { differences.append("one name has two numbers") }
    }

    private mutating func compare(_ plain: PlainStep, _ step: Step, in text: [UInt8]) {
        expect(step.saves.map(\.path.value) == (plain.save == nil ? [] : [.result]), "saves of", step)
        let name = plain.save.map { String(decoding: text[$0], as: UTF8.self) }
        expect(step.saves.first?.name.value == name, "the saved name of", step)
        switch step.arguments {
        case .none: expect(plain.arguments.isEmpty, "arguments of", step)
        case .positional(let values):
            let areSame = zip(plain.arguments, values).allSatisfy { $0.is($1.value, in: text) }
            expect(areSame && plain.arguments.count == values.count, "arguments of", step)
        case .named: expect(false, "arguments by name of", step)
        }
        compareExpectations(plain, step, in: text)
    }

    private mutating func compareExpectations(_ plain: PlainStep, _ step: Step, in text: [UInt8]) {
        let paths = plain.expectation == nil ? [] : [CallPath.result]
        expect(step.expectations.map(\.path.value) == paths, "paths of", step)
        let place = step.expectations.first?.range.bytes
        expect(plain.expectation?.bytes == place, "the place of the expectation of", step)
        let condition = step.expectations.first?.condition
        let clauses = condition?.literalClauses ?? []
        expect(
            plain.conditions.map { .compares($0.word, $0.operand.value(in: text)) } == clauses, "the condition of", step
        )
        expect(plain.expectation?.hasOperators == condition.map { !$0.isPlainValue }, "operators of", step)
    }

    private mutating func expect(_ isSame: Bool, _ part: String, _ step: Step) {
        if !isSame { differences.append("\(part) \(step.range.text)") }
    }
}

extension PlainStep.Argument {
    fileprivate func `is`(_ template: Template, in text: [UInt8]) -> Bool {
        switch (self, template) {
        case (.literal(let literal), .literal(let value)): literal.value(in: text) == value
        case (.saved(let name), .reference(let reference)):
            String(decoding: text[name], as: UTF8.self) == "\(reference)"
        default: false
        }
    }
}
