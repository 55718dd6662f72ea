// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// An event, whose text is made once for all providers.
struct TrackedEvent {
    /// Its number among the events of its action and aspect.
    let number: UInt64
    /// The event with its label, as JSON on one line.
    let text: [UInt8]
    private let data: [Value.Member]
    private let form: Form

    var label: String { form.label }

    /// The values that the events of one action begin with.
    final class Form: Sendable {
        fileprivate let label: String
        fileprivate let action: ActionName
        fileprivate let head: [UInt8]
        /// The length of what stands before `"action"`.
        fileprivate let labelLength: Int

        init(_ label: String, _ action: ActionName) {
            self.label = label
            self.action = action
            var head: [UInt8] = []
            head.append("{\"label\":")
            Value.string(label).appendJSON(to: &head)
            head.append(",")
            labelLength = head.count
            head.append("\"action\":")
            Value.string(action.description).appendJSON(to: &head)
            head.append(",\"data\":")
            self.head = head
        }
    }

    /// An event of members.
    init(_ form: Form, _ number: UInt64, _ data: [Value.Member]) {
        var text = form.head
        Value.object(data).appendJSON(to: &text)
        text.append("}\n")
        self.form = form
        self.number = number
        self.text = text
        self.data = data
    }

    /// An event of which the text alone is wanted.
    ///
    /// - Parameters:
    ///   - size: about the length of its data.
    ///   - write: writes the members with ``append(_:_:to:)``.
    @inline(__always)
    init(_ form: Form, _ number: UInt64, _ size: Int, _ write: (inout [UInt8]) -> Void) {
        var text: [UInt8] = []
        text.reserveCapacity(form.head.count + size)
        text.append(copying: form.head)
        text.append(UInt8(ascii: "{"))
        write(&text)
        text.append(UInt8(ascii: "}"))
        text.append(UInt8(ascii: "}"))
        text.append(UInt8(ascii: "\n"))
        self.form = form
        self.number = number
        self.text = text
        data = []
    }

    /// The name of a member of the data as it is written, with the colon behind it.
    static func name(_ name: String) -> [UInt8] {
        var text: [UInt8] = []
        Value.string(name).appendJSON(to: &text)
        text.append(UInt8(ascii: ":"))
        return text
    }

    /// Writes a member.
    @inline(__always)
    static func append(_ name: [UInt8], _ value: Value, to text: inout [UInt8]) {
        if text.last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
        text.append(copying: name)
        value.appendJSON(to: &text)
    }

    /// Returns whether data whose first member has this name is written as it is, and not as ``Value/json`` escapes what
    /// looks like bytes or a handle.
    static func isPlain(_ first: String?) -> Bool { first != "bytes" && first != "handle" }

    /// The line without its end.
    var line: String { String(decoding: text.dropLast(), as: UTF8.self) }

    /// The event without its label, as JSON.
    var json: String { "{" + String(decoding: text[form.labelLength...].dropLast(), as: UTF8.self) }

    /// The event without its label.
    var value: Value {
        .object([Value.Member("action", .string(form.action.description)), Value.Member("data", .object(data))])
    }
}
