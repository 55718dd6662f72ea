// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import Logging
import Synchronization

/// A call that nobody makes; it counts how often its arguments are decoded.
final class FakeCall: ObservedCall, Sendable {
    let action: ActionName
    let outcome: Outcome?
    let signature: Signature
    let savedErrno: Int32 = 0

    func output(_ name: String) -> Value? { nil }
    private let given: [Value]
    private let reads = Mutex(0)

    init(
        _ action: String = "crc32", _ arguments: [Value] = [], outcome: Outcome? = nil,
        signature: Signature = Signature(symbol: "f", result: .void, parameters: [])
    ) {
        self.signature = signature
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

/// A clock that shows what it is set to, and on which sleeping takes no time.
final class FakeClock: AspectClock {
    private let state = Mutex<(time: UInt64, naps: [UInt64])>((0, []))

    func set(_ nanoseconds: UInt64) { state.withLock { $0.time = nanoseconds } }

    func advance(by nanoseconds: UInt64) { state.withLock { $0.time += nanoseconds } }

    var now: UInt64 { state.withLock { $0.time } }

    /// For how long somebody slept, each time.
    var naps: [UInt64] { state.withLock { $0.naps } }

    func sleep(for nanoseconds: UInt64) {
        state.withLock { state in
            state.time += nanoseconds
            state.naps.append(nanoseconds)
        }
    }
}

extension AspectCatalog {
    /// A catalog that logs nowhere.
    init(clock: FakeClock = FakeClock(), services: AspectServices = AspectServices()) {
        self.init(
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock, services: services)
    }

    /// Makes an aspect from options that a behaviour would have as JSON.
    func make(_ name: String, options: Value?, for position: HookPosition) throws(Diagnostics) -> Aspect {
        try make(name, options: Self.node(options), for: position)
    }

    /// Options as a text has them that is no file.
    static func node(_ options: Value?) throws(Diagnostics) -> JSONNode? {
        guard let options else { return nil }
        return try JSONNode.read(SourceText(name: "", options.json))
    }

    /// Makes an aspect that only looks.
    func observer(_ name: String, _ options: Value? = nil, _ position: HookPosition = .instead) throws -> any Observer {
        guard case .observer(let observer, _) = try make(name, options: options, for: position).role else {
            throw WrongKind(name: name)
        }
        return observer
    }

    /// The sides that an aspect looks at.
    func use(_ name: String, _ position: HookPosition) throws -> AspectUse {
        guard case .observer(_, let use) = try make(name, options: nil, for: position).role else {
            throw WrongKind(name: name)
        }
        return use
    }

    /// Makes an aspect that may change calls.
    func interceptor(
        _ name: String, _ options: Value? = nil, _ position: HookPosition = .instead,
        around target: FakeTarget = FakeTarget()
    ) throws -> any Interceptor {
        guard case .interceptor(let make, _) = try make(name, options: options, for: position).role else {
            throw WrongKind(name: name)
        }
        return try make(target)
    }

    /// The words of what is wrong with an aspect; nil where nothing is.
    func mistake(
        _ name: String, _ options: Value?, _ position: HookPosition = .instead, around target: FakeTarget = FakeTarget()
    ) -> String? {
        do throws(Diagnostics) {
            if case .interceptor(let make, _) = try make(name, options: options, for: position).role {
                do throws(AspectError) { _ = try make(target) } catch { return error.diagnostic(at: nil).render() }
            }
            return nil
        } catch {
            return error.all.map(\.withoutPlace).joined(separator: "\n")
        }
    }
}

extension Diagnostic {
    /// The words alone, as of a mistake in no file.
    var withoutPlace: String {
        var diagnostic = self
        diagnostic.range = nil
        return diagnostic.render()
    }
}

/// An aspect that is of the other kind.
struct WrongKind: Error {
    let name: String
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

extension Value {
    /// An object such as a behaviour gives as options.
    static func options(_ members: KeyValuePairs<String, Value>) -> Value {
        .object(members.map { Value.Member($0, $1) })
    }

    /// An array of whole numbers.
    static func integers(_ numbers: Int128...) -> Value { .array(numbers.map { .integer($0) }) }
}
