// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// JSON on one line, with spaces as people write them.
    package var spacedJSON: String {
        var text: [UInt8] = []
        appendSpacedJSON(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends JSON on one line, with spaces as people write them.
    fileprivate func appendSpacedJSON(to text: inout [UInt8]) {
        switch self {
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(", ") }
                element.appendSpacedJSON(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members) where members.isEmpty: text.append("{}")
        case .object(let members):
            text.append("{ ")
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(", ") }
                member.appendName(to: &text)
                member.value.appendSpacedJSON(to: &text)
            }
            text.append(" }")
        case .bytes(let bytes): text.append("{ \"bytes\": \"\(bytes.base64)\" }")
        case .null, .bool, .number, .string, .handle: appendJSON(to: &text)
        }
    }

    /// Appends JSON on several lines, as people write it: everything that fits is on one line, and numbers stay
    /// together.
    ///
    /// - Parameters:
    ///   - levels: the number of outer levels that always have a line for each element.
    ///   - width: the maximum number of characters of a line.
    package func appendLaidOutJSON(
        to text: inout [UInt8], levels: Int = 0, width: Int = 110, indentation: Int = 0
    ) {
        if levels <= 0 || !isBreakable {
            let start = text.count
            appendSpacedJSON(to: &text)
            if !isBreakable || indentation + text.count - start <= width { return }
            text.removeLast(text.count - start)
        }
        switch self {
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                text.appendLine(indentedBy: indentation + 4, isFirst: index == 0)
                element.appendLaidOutJSON(
                    to: &text, levels: levels - 1, width: width, indentation: indentation + 4)
            }
            text.appendLine(indentedBy: indentation)
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                text.appendLine(indentedBy: indentation + 4, isFirst: index == 0)
                member.appendLaidOutJSON(to: &text, levels: levels - 1, width: width, indentation: indentation + 4)
            }
            text.appendLine(indentedBy: indentation)
            text.append(UInt8(ascii: "}"))
        case .null, .bool, .number, .string, .bytes, .handle: break
        }
    }

    /// False for a value that stays on one line, however long that is.
    private var isBreakable: Bool {
        switch self {
        case .array(let elements): elements.contains { !$0.isNumber }
        case .object(let members): !members.isEmpty
        case .null, .bool, .number, .string, .bytes, .handle: false
        }
    }

    private var isNumber: Bool { if case .number = self { true } else { false } }
}

extension Value.Member {
    /// Appends the name and the value, laid out like ``Value/appendLaidOutJSON(to:levels:width:indentation:)``.
    package func appendLaidOutJSON(to text: inout [UInt8], levels: Int = 0, width: Int = 110, indentation: Int = 0) {
        appendName(to: &text)
        value.appendLaidOutJSON(to: &text, levels: levels, width: width, indentation: indentation)
    }

    fileprivate func appendName(to text: inout [UInt8]) {
        Value.string(name).appendJSON(to: &text)
        text.append(": ")
    }
}

extension [UInt8] {
    /// Begins a line, behind a comma unless it is the first one.
    package mutating func appendLine(indentedBy indentation: Int, isFirst: Bool) {
        if !isFirst { append(UInt8(ascii: ",")) }
        appendLine(indentedBy: indentation)
    }

    /// Begins a line.
    package mutating func appendLine(indentedBy indentation: Int) {
        append(UInt8(ascii: "\n"))
        append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    }
}
