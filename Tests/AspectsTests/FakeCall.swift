// SPDX-License-Identifier: Apache-2.0

import Declarations
import Synchronization

/// A call that nobody makes; it counts how often its arguments are decoded.
final class FakeCall: ObservedCall, Sendable {
    let action: ActionName
    let outcome: Outcome?
    let signature = Signature(symbol: "f", result: .void, parameters: [])
    let savedErrno: Int32 = 0
    private let given: [Value]
    private let reads = Mutex(0)

    init(_ action: String = "crc32", _ arguments: [Value] = [], outcome: Outcome? = nil) {
        self.action = ActionName(module: "z", action: action)
        self.given = arguments
        self.outcome = outcome
    }

    var arguments: [Value] {
        reads.withLock { $0 += 1 }
        return given
    }

    var timesDecoded: Int { reads.withLock { $0 } }
}

/// A clock that shows what it is set to.
final class FakeClock: Sendable {
    private let time = Mutex<UInt64>(0)

    func set(_ nanoseconds: UInt64) { time.withLock { $0 = nanoseconds } }

    @Sendable func now() -> UInt64 { time.withLock { $0 } }
}

let returnedNothing = Outcome.returned(nil)
let failed = Outcome.failed(Failure(code: "outOfStock", message: "nothing left"))

extension Value {
    static func integer(_ number: Int128) -> Value { .number(.integer(number)) }
}

/// Facts as a dictionary of whole numbers.
func numbers(_ facts: [Value.Member]) -> [String: Int128] {
    facts.reduce(into: [:]) { numbers, fact in
        if case .number(.integer(let number)) = fact.value { numbers[fact.name] = number }
    }
}
