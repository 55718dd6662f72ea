// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// JSON on one line, with spaces as people write them.
    package var spacedJSON: String {
        switch self {
        case .array(let elements): "[" + elements.map(\.spacedJSON).joined(separator: ", ") + "]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members): "{ " + members.map(\.spacedJSON).joined(separator: ", ") + " }"
        case .bytes(let bytes): "{ \"bytes\": \"\(bytes.base64)\" }"
        default: json
        }
    }

    /// JSON on several lines, as people write it: everything that fits is on one line, and numbers stay together.
    ///
    /// - Parameters:
    ///   - levels: the number of outer levels that always have a line for each element.
    ///   - width: the maximum number of characters of a line.
    package func laidOutJSON(levels: Int, width: Int = 110, indentation: Int = 0) -> String {
        let line = spacedJSON
        let isBroken = levels > 0 || indentation + line.utf8.count > width
        guard isBroken, let parts = parts(levels: levels - 1, width: width, indentation: indentation + 4) else {
            return line
        }
        let margin = String(repeating: " ", count: indentation)
        let (open, close) = if case .array = self { ("[", "]") } else { ("{", "}") }
        return "\(open)\n" + parts.map { "\(margin)    \($0)" }.joined(separator: ",\n") + "\n\(margin)\(close)"
    }

    /// The parts that get a line each; nil for a value that stays on one.
    private func parts(levels: Int, width: Int, indentation: Int) -> [String]? {
        switch self {
        case .array(let elements) where elements.contains { !$0.isNumber }:
            elements.map { $0.laidOutJSON(levels: levels, width: width, indentation: indentation) }
        case .object(let members) where !members.isEmpty:
            members.map { member in
                let inner = member.value.laidOutJSON(levels: levels, width: width, indentation: indentation)
                return "\(Value.string(member.name).json): \(inner)"
            }
        default: nil
        }
    }

    private var isNumber: Bool { if case .number = self { true } else { false } }
}

extension Value.Member {
    fileprivate var spacedJSON: String { "\(Value.string(name).json): \(value.spacedJSON)" }
}
