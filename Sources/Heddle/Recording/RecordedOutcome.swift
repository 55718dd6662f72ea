// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport

/// The expectations for a call that was made once in each of several runs.
struct RecordedOutcome {
    private let action: Action?
    private var expectations: SteadyExpectations

    /// - Parameters:
    ///   - calls: the same call in each run, ended in the same way.
    ///   - names: for each run the names of the saved handles.
    init(_ calls: [CallEvent], of action: Action?, names: [[UInt64: String]]) {
        self.action = action
        expectations = SteadyExpectations(names: names)
        switch calls[0].status {
        case .skipped: return
        case .returned: add(calls.compactMap(\.result), of: calls, at: "result")
        case .failed: addFailures(of: calls)
        }
        for output in calls[0].out where !isSecret(.out(output.name)) {
            let values = calls.compactMap { call in call.out.first { $0.name == output.name }?.value }
            add(values, of: calls, at: "out.\(output.name)")
        }
        if calls.allSatisfy(\.hasErrno) {
            add(calls.map { .number(.integer(Int128($0.errno))) }, of: calls, at: "errno")
        }
    }

    /// The expectations by their paths, but for those that no value of the type fails.
    var members: [Value.Member] { expectations.members.filter { !isCertain($0) } }

    /// The expectations where values may differ: that it fails, and, of a module that is not stubbed, what
    /// is not exact.
    func loose(isStubbed: Bool) -> [Value.Member] {
        members.filter { member in
            member.name.hasPrefix("failure") || !isStubbed && !expectations.isExact(member.name)
        }
    }

    /// The parts that differed between runs.
    var unsteady: [(path: String, values: [Value])] { expectations.unsteady }

    /// Keeps what the behaviour expects where nothing exact was found.
    ///
    /// - Parameter unmet: the paths of what did not hold.
    mutating func keep(_ written: [Step.Expectation], exceptFor unmet: Set<String>) {
        for expectation in written where !isSecret(expectation.path.value) {
            let path = "\(expectation.path.value)"
            if !unmet.contains(path), !expectations.isExact(path) {
                expectations.put(expectation.condition.written, at: path)
            }
        }
    }

    private mutating func add(_ values: [Value], of calls: [CallEvent], at path: String) {
        if values.count == calls.count { expectations.add(values, at: path) }
    }

    /// A failure is always expected explicitly.
    private mutating func addFailures(of calls: [CallEvent]) {
        add(calls.compactMap(\.failure), of: calls, at: "failure")
        if expectations.members.isEmpty {
            expectations.put(.object([.init("null", .bool(false))]), at: "failure")
        }
    }

    private func isSecret(_ path: CallPath) -> Bool { action?.signature.isSecret(path) ?? false }

    private func isCertain(_ member: Value.Member) -> Bool {
        guard let condition = try? Condition(member.value), !condition.isPlainValue,
            case .compares(let word, let operand)? = condition.clauses.first,
            let path = CallPath(member.name), let shape = try? action?.shape(of: path)
        else { return false }
        return shape.verdict(word, operand) == .always
    }
}

extension CallEvent {
    fileprivate var result: Value? { if case .returned(let value) = status { value } else { nil } }

    fileprivate var failure: Value? {
        guard case .failed(let failure) = status else { return nil }
        // The aspect answer says where a recorded call stands, which is another place in the recording.
        if failure.has(.unexpectedCall) { return .object([Value.Member("code", .string(failure.code))]) }
        return failure.asValue
    }

    /// True if `errno` says something. Only after a failure does it mean what it says: the C library leaves `ENOTTY`
    /// where it writes to what is no terminal, and all is well.
    fileprivate var hasErrno: Bool {
        let notTerminal: Int32 = 25
        return errno != 0 && (errno != notTerminal || failure != nil || result == .number(.integer(-1)))
    }
}

extension Condition<Located<Template>> {
    /// The expectation, as written.
    fileprivate var written: Value { map { $1.value.written }.written }
}
