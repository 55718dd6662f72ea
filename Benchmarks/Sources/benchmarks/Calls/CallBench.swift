// SPDX-License-Identifier: Apache-2.0

import CMeasure
import HeddleDeclarations
import Heddle
import HeddleForeign

/// One way of calling.
struct CallSubject {
    let name: String
    /// Makes this many calls.
    let run: (_ calls: Int) -> Void
}

/// All ways of calling one action.
struct CallBench {
    /// The action's declaration.
    let declaration: String
    /// The direct call first, the baseline second.
    let subjects: [CallSubject]

    /// Gathers the ways of calling, each tried once.
    ///
    /// - Throws: ``WrongResult`` when one does not return what it must.
    ///
    /// - Parameter others: ways that have shown already that they return what they must.
    init(
        _ declaration: String, _ action: measured_action, returns expected: Int, _ woven: [WovenSubject],
        others: [CallSubject] = []
    ) throws {
        self.declaration = declaration
        guard measure_direct(action, 1) == expected, measure_ffi(action, 1) == expected else {
            throw WrongResult(subject: "a call in C")
        }
        for subject in woven {
            guard subject.call.invoke(), subject.call.result == .number(.integer(Int128(expected))) else {
                throw WrongResult(subject: subject.name)
            }
        }
        subjects =
            [
                CallSubject(name: "direct call") { _ = measure_direct(action, $0) },
                CallSubject(name: Self.baseline) { _ = measure_ffi(action, $0) },
            ] + woven.map(\.subject) + others
    }

    static let baseline = "bare ffi_call"
}

/// A way of calling does not do what it is measured for.
struct WrongResult: Error, CustomStringConvertible {
    let subject: String

    var description: String { "\(subject) does not return what it must, so there is nothing to measure" }
}

/// A woven call.
struct WovenSubject {
    let name: String
    let call: PreparedCall
    /// The plans that own its hooks.
    let plans: [Plan]

    var subject: CallSubject {
        CallSubject(name: name) { [call, plans] calls in
            for _ in 0..<calls { call.invoke() }
            withExtendedLifetime(plans) {}
        }
    }
}
