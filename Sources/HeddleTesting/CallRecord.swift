// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
public import Heddle
internal import HeddleDeclarations
internal import HeddleForeign
internal import Synchronization

/// Records the calls of some actions from any caller, in the order in which they ended.
///
/// ```swift
/// let calls = try host.record("shop.*")
/// let cost: Int = try shop.price("Ada")
/// #expect(calls.lines == [#"shop.price("Ada") = 42"#])
/// ```
///
/// ## Topics
/// - ``calls``
/// - ``lines``
/// - ``difference(from:)``
/// - ``stop()``
public final class CallRecord: Sendable {
    private let kept = Mutex<[RecordedCall]>([])
    private let token = Mutex<HookToken?>(nil)

    /// The calls so far.
    public var calls: [RecordedCall] { kept.withLock { $0 } }

    /// The descriptions of the calls so far.
    public var lines: [String] { calls.map(\.description) }

    /// The names of the called actions without their modules, as a short text for checking the order.
    public var order: String { calls.map(\.action.action).joined(separator: " ") }

    /// Clears the record.
    public func clear() { kept.withLock { $0 = [] } }

    /// Stops recording. The record stays.
    public func stop() { _ = token.withLock { $0?.remove() } }

    /// The difference from the expected calls, one line for each call; nil if there is none.
    ///
    /// A line with `-` is an expected call that is missing, and names the nearest recorded one. A line with `+` is an
    /// unexpected call.
    public func difference(from expected: [String]) -> String? {
        let found = lines
        guard found != expected else { return nil }
        let changes = found.difference(from: expected)
        let removed = Dictionary(grouping: changes.removals, by: \.offset)
        let inserted = Dictionary(grouping: changes.insertions, by: \.offset)
        var words: [String] = []
        var (wanted, came) = (0, 0)
        while wanted < expected.count || came < found.count {
            if removed[wanted] != nil, wanted < expected.count {
                words.append("- \(expected[wanted])" + hint(for: expected[wanted], among: found))
                wanted += 1
            } else if inserted[came] != nil {
                words.append("+ \(found[came])")
                came += 1
            } else {
                words.append("  \(found[came])")
                (wanted, came) = (wanted + 1, came + 1)
            }
        }
        return words.joined(separator: "\n")
    }

    private func hint(for line: String, among found: [String]) -> String {
        nearest(to: line, among: found).map { "    (nearest: \($0))" } ?? ""
    }

    init() {}

    func note(_ call: RecordedCall) { kept.withLock { $0.append(call) } }

    func begin(_ token: HookToken) { self.token.withLock { $0 = token } }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}

extension ModuleHost {
    /// Records the calls of the actions that a pattern matches, including those of modules that are loaded later.
    ///
    /// The record is outside of all other hooks, so it sees the outcome that the caller sees.
    ///
    /// - Throws: if the pattern is invalid.
    public func record(
        _ pattern: String, file: String = #fileID, line: Int = #line
    ) throws(Diagnostics) -> CallRecord {
        let record = CallRecord()
        let token = try hook(pattern, .after, order: -.infinity, file: file, line: line) { call in
            guard let outcome = call.outcome else { return }
            let arguments = call.signature.concealing(call.arguments)
            record.note(RecordedCall(action: call.name, arguments: arguments, outcome: outcome))
        }
        record.begin(token)
        return record
    }
}
