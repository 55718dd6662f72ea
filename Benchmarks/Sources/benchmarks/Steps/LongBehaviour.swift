// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport

/// What the steps of a long behaviour do: each calls the fixture with a number of its own.
enum StepKind: String, CaseIterable {
    case call
    case expectation = "expect"
    case comparison = "compare"
    case saving = "save"
    case described = "description"
    case named
    case near
    case oneOf = "in"
    case output = "out"
    case errno
    case text
    case array
    case structure

    /// The text of a step.
    func text(_ number: Int) -> String {
        switch self {
        case .call: #"{"call":"f.add","with":[\#(number),7]}"#
        case .expectation: #"{"call":"f.add","with":[\#(number),7],"expect":{"result":\#(number + 7)}}"#
        case .comparison:
            #"{"call":"f.add","with":[\#(number),7],"expect":{"result":{"ge":\#(number),"lt":2000000000}}}"#
        case .described:
            #"{"call":"f.add","with":[\#(number),7],"expect":{"result":\#(number + 7)},"description":"adds"}"#
        case .named: #"{"call":"f.add","with":{"b":7,"a":\#(number)},"expect":{"result":\#(number + 7)}}"#
        case .near: #"{"call":"f.half","with":[\#(number)],"expect":{"result":{"near":[\#(number / 2),0.75]}}}"#
        case .oneOf: #"{"call":"f.add","with":[\#(number),7],"expect":{"result":{"in":[0,\#(number + 7)]}}}"#
        case .output: #"{"call":"f.divide","with":[\#(number),7],"expect":{"out.quotient":\#(number / 7)}}"#
        case .errno: #"{"call":"f.add","with":[\#(number),7],"expect":{"result":\#(number + 7),"errno":0}}"#
        case .text: #"{"call":"f.first","with":["a\#(number)"],"expect":{"result":97}}"#
        case .array: #"{"call":"f.total","with":[[\#(number),7],2],"expect":{"result":\#(number + 7)}}"#
        case .structure: #"{"call":"f.weigh","with":[{"a":\#(number),"b":7}],"expect":{"result":\#(number + 7)}}"#
        case .saving where number == 0: #"{"call":"f.add","with":[0,7],"save":"s0"}"#
        case .saving: #"{"call":"f.add","with":[{"ref":"s\#(number - 1)"},1],"save":"s\#(number)"}"#
        }
    }

    /// A behaviour of many of these.
    func behaviour(steps: Int) -> GeneratedBehaviour { GeneratedBehaviour("steps", (0..<steps).map(text)) }
}

/// Runs the steps of a plan; each must return.
func runSteps(_ plan: Plan, _ host: ModuleHost, _ events: EventStream) throws {
    guard Run(plan, on: host, events: events)() == .held, events.finish().returned == plan.steps.count else {
        throw WrongResult(subject: "a step")
    }
}
