// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleTrust

/// The state of a behaviour that a host keeps, with every time that matters.
struct BehaviourStatus: Sendable {
    /// The state in one word.
    enum State: String, Sendable, CaseIterable {
        /// No version was seen yet.
        case starting
        /// A good version is active, and it is the newest as far as anybody knows.
        case ready
        /// A good version is active, and for too long nobody could say whether it is the newest.
        case stale
        /// The active version is too old, or its time is over: it is not run.
        case expired
        /// No version that was seen is good.
        case rejected
        /// The process that runs it has ended, and another one does not start.
        case crashed
        /// The host stops: a run that is under way may end.
        case stopping
    }

    /// A version of the behaviour.
    struct Version: Sendable {
        let sha256: String
        /// The number that was signed; nil for one that is not signed.
        let number: Int?
        /// The name of the key that has signed it.
        let key: String?
        let expires: Timestamp?
        let steps: Int
        let modules: [String]
        let since: Timestamp
    }

    /// A version that was not accepted, or to which the host would go back and which does not start any more.
    struct Rejection: Sendable {
        let sha256: String?
        let version: Int?
        let time: Timestamp
        /// The mistakes, as `heddle check --json` writes them.
        let diagnostics: [Value]

        /// True if the same bytes are wrong at any time, and not by what else is or is not there.
        var isLasting: Bool {
            let errors = diagnostics.filter { $0["severity"] == .string("error") }
            return !errors.isEmpty && errors.allSatisfy { $0["subject"] == nil || $0["subject"] == .string("document") }
        }
    }

    /// A run that is under way.
    struct Running: Sendable {
        let number: Int
        let cause: String
        let began: Timestamp
    }

    /// The end of a run.
    struct RunReport: Sendable {
        let number: Int
        let cause: String
        let began: Timestamp
        let nanoseconds: Int
        let ending: RunEnding
        let reason: String?
        /// The name of its trace at the collector; nil if it has none.
        let trace: String?
        /// The first diagnostics, calls that failed and expectations that did not hold, as events have them.
        let problems: [Value]
    }

    let name: String
    let source: String
    var state = State.starting
    var active: Version?
    var rejection: Rejection?
    /// The version that this host does not take part in yet.
    var held: Int?
    /// The last time that the source was asked, and the last time that it answered.
    var asked: Timestamp?
    var answered: Timestamp?
    /// The reason for which it did not answer.
    var sourceFailure: Value?
    /// The run that is under way; nil if there is none.
    var running: Running?
    var lastRun: RunReport?
    /// The names of what operators have added.
    var additions: [String] = []
    var runs: [RunEnding: Int] = [:]
    /// Processes of active versions that have ended by themselves.
    var crashes = 0
    var swaps = 0
    var rejections = 0
    /// Runs that were due while another one was under way.
    var skippedRuns = 0

    /// The status as JSON.
    var value: Value {
        var members: [Value.Member] = [
            .init("name", .string(name)), .init("source", .string(source)), .init("state", .string(state.rawValue)),
        ]
        if let active { members.append(.init("active", active.value)) }
        if let rejection { members.append(.init("rejected", rejection.value)) }
        if let held { members.append(.init("held", .int(held))) }
        if let asked { members.append(.init("asked", .string("\(asked)"))) }
        if let answered { members.append(.init("answered", .string("\(answered)"))) }
        if let sourceFailure { members.append(.init("sourceFailure", sourceFailure)) }
        if !additions.isEmpty { members.append(.init("added", .array(additions.map { .string($0) }))) }
        if let running { members.append(.init("running", running.value)) }
        if let lastRun { members.append(.init("lastRun", lastRun.value)) }
        members += [
            .init("runs", .object(runs.sorted { $0.key < $1.key }.map { .init($0.key.rawValue, .int($0.value)) })),
            .init("skippedRuns", .int(skippedRuns)), .init("crashes", .int(crashes)), .init("swaps", .int(swaps)),
            .init("rejections", .int(rejections)),
        ]
        return .object(members)
    }
}

extension BehaviourStatus.Version {
    fileprivate var value: Value {
        var members: [Value.Member] = [.init("sha256", .string(sha256))]
        if let number { members.append(.init("version", .int(number))) }
        if let key { members.append(.init("key", .string(key))) }
        if let expires { members.append(.init("expires", .string("\(expires)"))) }
        return .object(
            members + [
                .init("steps", .int(steps)), .init("modules", .array(modules.map { .string($0) })),
                .init("since", .string("\(since)")),
            ])
    }
}

extension BehaviourStatus.Rejection {
    fileprivate var value: Value {
        var members: [Value.Member] = []
        if let sha256 { members.append(.init("sha256", .string(sha256))) }
        if let version { members.append(.init("version", .int(version))) }
        return .object(members + [.init("time", .string("\(time)")), .init("diagnostics", .array(diagnostics))])
    }
}

extension BehaviourStatus.Running {
    fileprivate var value: Value {
        .object([
            .init("run", .int(number)), .init("cause", .string(cause)), .init("began", .string("\(began)")),
        ])
    }
}

extension BehaviourStatus.RunReport {
    var value: Value {
        var members: [Value.Member] = [
            .init("run", .int(number)), .init("cause", .string(cause)), .init("began", .string("\(began)")),
            .init("ns", .int(nanoseconds)), .init("ending", .string(ending.rawValue)),
        ]
        if let reason { members.append(.init("reason", .string(reason))) }
        if let trace { members.append(.init("trace", .string(trace))) }
        if !problems.isEmpty { members.append(.init("problems", .array(problems))) }
        return .object(members)
    }
}

extension Value {
    /// The value of a member; nil if there is none.
    subscript(_ name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// A whole number.
    static func int(_ number: Int) -> Value { .number(.integer(Int128(number))) }
}
