// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleTrust
import Synchronization

/// The latest calls of a behaviour, for operators who look on: so many of them, however many there are.
///
/// A call leaves the line that its worker sends in any case. It is read again only for somebody who looks on, and only
/// then the worker says with which hooks it began, so that a run costs the same while nobody does.
final class RecentCalls: Sendable {
    fileprivate struct Call: Sendable {
        enum Content: Sendable {
            case line(String)
            case members([Value.Member])
        }

        let run: Int
        let began: Timestamp
        let content: Content
    }

    private struct State {
        /// The call that was the n-th to come stands at n modulo the capacity.
        var calls: [Call] = []
        var count = 0
    }

    /// The calls that are kept.
    static let capacity = 128
    /// The longest line that is kept as it is, in bytes: what does not fit is shortened at once.
    private static let longestLine = 2048

    private let state = Mutex(State())

    /// Takes an event of a run if it is a call.
    ///
    /// - Parameter began: the start of the run.
    func take(_ event: WorkerLine.Event, run: Int, began: Timestamp) {
        guard case .call = event.kind else { return }
        let isLong = event.json.utf8.count > Self.longestLine
        let content: Call.Content = isLong ? .members(Self.shortened(event.node.value)) : .line(event.json)
        let call = Call(run: run, began: began, content: content)
        state.withLock { state in
            if state.calls.count < Self.capacity {
                state.calls.append(call)
            } else {
                state.calls[state.count % Self.capacity] = call
            }
            state.count += 1
        }
    }

    /// The calls since somebody last looked, shortened.
    struct News {
        let calls: [Value]
        /// The calls that came in between and are not kept any more.
        let dropped: Int
        /// The number of the next call.
        let next: Int
    }

    /// Returns the calls from a number on; from the oldest that is kept if the number is nil.
    ///
    /// - Parameter behaviour: the name that stands in them.
    func calls(from number: Int?, of behaviour: String) -> News {
        let (calls, first, next) = state.withLock { state in
            let first = max(number ?? 0, state.count - state.calls.count)
            return ((first..<state.count).map { state.calls[$0 % Self.capacity] }, first, state.count)
        }
        return News(calls: calls.map { $0.value(behaviour) }, dropped: number.map { first - $0 } ?? 0, next: next)
    }
}

// MARK: Shortening

extension RecentCalls {
    /// The longest text of a value, and the values of a call that are shown.
    private static let (longestText, shownValues) = (80, 12)

    /// The members of a call for people: each value is its JSON as a text, cut off where it is long.
    fileprivate static func shortened(_ event: Value) -> [Value.Member] {
        guard case .object(let members) = event else { return [] }
        return members.compactMap { member in
            shortened(member).map { .init(member.name, $0) }
        }
    }

    private static func shortened(_ member: Value.Member) -> Value? {
        switch (member.name, member.value) {
        case ("call", .string(let text)), ("status", .string(let text)), ("reason", .string(let text)):
            .string(text.excerpt(limit: 2 * longestText))
        case ("ns", .number), ("start", .number), ("errno", .number): member.value
        case ("result", let value): .string(value.excerpt(limit: longestText))
        case ("with", .array(let values)): list(values) { $0.excerpt(limit: longestText) }
        case ("hooks", .array(let values)):
            list(values) { if case .string(let text) = $0 { text.excerpt(limit: longestText) } else { "" } }
        case ("out", .object(let members)) where !members.isEmpty:
            .object(
                members.prefix(shownValues).map { .init($0.name, .string($0.value.excerpt(limit: longestText))) })
        case ("failure", let failure): .string(words(of: failure).excerpt(limit: 2 * longestText))
        default: nil
        }
    }

    private static func list(_ values: [Value], _ text: (Value) -> String) -> Value {
        let rest = values.count - shownValues
        return .array(
            values.prefix(shownValues).map { .string(text($0)) } + (rest > 0 ? [.string("… \(rest) more")] : []))
    }

    private static func words(of failure: Value) -> String {
        let texts = ["code", "message"].compactMap { name -> String? in
            if case .string(let text)? = failure[name], !text.isEmpty { text } else { nil }
        }
        return texts.joined(separator: ": ")
    }
}

extension RecentCalls.Call {
    fileprivate func value(_ behaviour: String) -> Value {
        let members =
            switch content {
            case .members(let members): members
            case .line(let line):
                (try? JSONNode.read(SourceText(name: "event", line))).map { RecentCalls.shortened($0.value) } ?? []
            }
        return .object(
            [.init("behaviour", .string(behaviour)), .init("run", .int(run)), .init("began", .string("\(began)"))]
                + members)
    }
}
