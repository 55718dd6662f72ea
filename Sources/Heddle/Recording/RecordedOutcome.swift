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
    /// The files whose places do not hold in the recording.
    private let files: [String]

    /// - Parameters:
    ///   - calls: the same call in each run, ended in the same way.
    ///   - names: for each run the names of the saved handles.
    ///   - files: the names of the files that the runs were made from; the recording has other lines.
    init(_ calls: [CallEvent], of action: Action?, names: [[UInt64: String]], from files: [String]) {
        self.action = action
        self.files = files
        expectations = SteadyExpectations(names: names)
        switch calls[0].status {
        case .skipped: return
        case .returned: add(calls.compactMap(\.result), as: type(of: .result), of: calls, at: "result")
        case .failed: addFailures(of: calls)
        }
        for output in calls[0].out where !isSecret(.out(output.name)) {
            let values = calls.compactMap { call in call.out.first { $0.name == output.name }?.value }
            add(values, as: type(of: .out(output.name)), of: calls, at: "out.\(output.name)")
        }
        if calls.allSatisfy(\.hasErrno) {
            add(calls.map { .number(.integer(Int128($0.errno))) }, as: .void, of: calls, at: "errno")
        }
    }

    /// The parts of another outcome of the same step that this one determines otherwise, each with both values.
    func differences(from other: RecordedOutcome) -> [(path: String, own: Value, other: Value)] {
        expectations.members.compactMap { member in
            guard expectations.isExact(member.name), member.name != "errno",
                let counterpart = other.expectations.members.first(where: { $0.name == member.name }),
                other.expectations.isExact(member.name), !member.value.isEqual(to: counterpart.value)
            else { return nil }
            return (member.name, member.value, counterpart.value)
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
    /// - Parameters:
    ///   - unmet: what there was in each run in place of what did not hold, by the paths. It is expected from here on.
    ///   - golden: the path of a golden file that a text names, seen from the recording.
    mutating func keep(
        _ written: [Step.Expectation], exceptFor unmet: [[String: Value]], golden: (String, SourceText) -> String
    ) {
        for expectation in written where !isSecret(expectation.path.value) {
            let path = "\(expectation.path.value)"
            if expectations.isExact(path) { continue }
            let actual = unmet.compactMap { $0[path] }
            if actual.isEmpty {
                expectations.put(expectation.condition.written(golden: golden), at: path)
            } else if actual.count == unmet.count {
                expectations.add(actual, as: type(of: expectation.path.value), at: path)
            }
        }
    }

    private mutating func add(_ values: [Value], as type: CType, of calls: [CallEvent], at path: String) {
        if values.count == calls.count { expectations.add(values, as: type, at: path) }
    }

    /// The type that a part of the outcome has in C; `void` where it has none.
    private func type(of path: CallPath) -> CType {
        switch (path.root, action?.signature) {
        case (.result, let signature?): signature.resultCrossing.type
        case (.out(let name), let signature?):
            signature.parameter(named: name)?.crossing.type ?? .void
        default: .void
        }
    }

    /// A failure is always expected explicitly.
    private mutating func addFailures(of calls: [CallEvent]) {
        add(calls.compactMap { $0.failure(from: files) }, as: .void, of: calls, at: "failure")
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

    /// The failure without what another file would say otherwise.
    ///
    /// - Parameter files: those whose places are other ones in the recording, such as that of a recorded call, which
    ///   the aspect `answer` names.
    fileprivate func failure(from files: [String]) -> Value? {
        guard case .failed(let failure) = status else { return nil }
        if failure.has(.unexpectedCall) || files.contains(where: failure.message.namesPlace(in:)) {
            return .object([Value.Member("code", .string(failure.code))])
        }
        return failure.asValue
    }

    /// True if `errno` says something. Only after a failure does it mean what it says: the C library leaves `ENOTTY`
    /// where it writes to what is no terminal, and all is well.
    fileprivate var hasErrno: Bool {
        let notTerminal: Int32 = 25
        return errno != 0 && (errno != notTerminal || hasFailed || result == .number(.integer(-1)))
    }

    private var hasFailed: Bool { if case .failed = status { true } else { false } }
}

extension String {
    /// Returns whether the text has a place in a file, such as `stack.json:5:13`.
    fileprivate func namesPlace(in file: String) -> Bool {
        ranges(of: "\(file):").contains { self[$0.upperBound...].first?.isNumber ?? false }
    }
}

extension Condition<Located<Template>> {
    /// The expectation as written, with the paths of golden files as the recording sees them.
    func written(golden moved: (String, SourceText) -> String) -> Value {
        map { word, operand in
            guard word.isOfFile, case .literal(.string(let path)) = operand.value else { return operand.value.written }
            return .string(moved(path, operand.range.source))
        }.written
    }
}
