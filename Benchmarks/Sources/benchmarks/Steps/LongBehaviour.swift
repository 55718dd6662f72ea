// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport

/// What the steps of a long behaviour do: each calls the fixture with a number of its own.
enum StepKind: String, CaseIterable {
    case call
    case expectation = "expect"
    case comparison = "compare"
    case saving = "save"

    /// The text of a step.
    func text(_ number: Int) -> String {
        switch self {
        case .call: #"{"call":"f.add","with":[\#(number),7]}"#
        case .expectation: #"{"call":"f.add","with":[\#(number),7],"expect":{"result":\#(number + 7)}}"#
        case .comparison:
            #"{"call":"f.add","with":[\#(number),7],"expect":{"result":{"ge":\#(number),"lt":2000000000}}}"#
        case .saving where number == 0: #"{"call":"f.add","with":[0,7],"save":"s0"}"#
        case .saving: #"{"call":"f.add","with":[{"ref":"s\#(number - 1)"},1],"save":"s\#(number)"}"#
        }
    }

    /// A behaviour of many of these.
    func behaviour(steps: Int) -> GeneratedBehaviour { GeneratedBehaviour("steps", (0..<steps).map(text)) }
}

/// Runs the steps of a plan; each must return.
func runSteps(_ plan: Plan, _ host: Host, _ events: EventStream) throws {
    guard Run(plan, on: host, events: events)() == .held, events.finish().returned == plan.steps.count else {
        throw WrongResult(subject: "a step")
    }
}
