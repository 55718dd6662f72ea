// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value on one line for people: as JSON, with bytes as hexadecimal digits, truncated if it is long.
    ///
    /// Foreign text cannot control a terminal: control characters are shown by their codes.
    ///
    /// - Parameter limit: the maximum number of characters before an ellipsis.
    /// - Complexity: O(limit), however large the value is.
    package func excerpt(limit: Int = 60) -> String {
        var writer = ExcerptWriter(limit: limit)
        writer.append(self)
        return writer.text
    }
}

extension ExcerptWriter {
    fileprivate mutating func append(_ value: Value) {
        switch value {
        case .null: append("null")
        case .bool(let isTrue): append(isTrue ? "true" : "false")
        case .number(.integer(let number)): append(Int64(exactly: number)?.description ?? number.description)
        case .number(let number): appendPrintable(number.text)
        case .string(let text): appendQuoted(text)
        case .bytes(let bytes): append(bytes)
        case .array(let elements): append(elements)
        case .object(let members): append(members)
        case .handle(let handle): append(handle)
        }
    }

    private mutating func append(_ bytes: [UInt8]) {
        let shown = bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        append(bytes.count > 8 ? "<\(shown)… \(bytes.count) bytes>" : "<\(shown)>")
    }

    private mutating func append(_ elements: [Value]) {
        append("[")
        for (index, element) in elements.enumerated() {
            if isCut { return }
            if index > 0 { append(", ") }
            append(element)
        }
        append("]")
    }

    private mutating func append(_ members: [Value.Member]) {
        append("{")
        for (index, member) in members.enumerated() {
            if isCut { return }
            if index > 0 { append(", ") }
            appendQuoted(member.name)
            append(": ")
            append(member.value)
        }
        append("}")
    }

    private mutating func append(_ handle: Handle) {
        append("<")
        appendPrintable(handle.type)
        append(" #\(handle.id)>")
    }
}
