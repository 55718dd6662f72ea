// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension JSONSchema {
    /// The schema as indented JSON, with a line break at its end; what is short stands on one line.
    package var text: String {
        var writer = SchemaWriter()
        writer.write(value, indent: 0, behind: 0)
        return writer.text + "\n"
    }
}

/// Writes JSON for people.
private struct SchemaWriter {
    private(set) var text = ""

    /// - Parameter column: how much stands before the value on its line.
    mutating func write(_ value: Value, indent: Int, behind column: Int) {
        let line = value.json
        guard column + line.count > 110 else { return text += line }
        switch value {
        case .object(let members):
            lines("{", "}", members, indent) { writer, member in
                let name = "\(Value.string(member.name).json): "
                writer.text += name
                writer.write(member.value, indent: indent + 2, behind: indent + 2 + name.count)
            }
        case .array(let elements):
            lines("[", "]", elements, indent) { $0.write($1, indent: indent + 2, behind: indent + 2) }
        default: text += line
        }
    }

    private mutating func lines<Part>(
        _ opening: String, _ closing: String, _ parts: [Part], _ indent: Int, _ write: (inout Self, Part) -> Void
    ) {
        text += opening
        for (index, part) in parts.enumerated() {
            text += "\(index == 0 ? "" : ",")\n\(String(repeating: " ", count: indent + 2))"
            write(&self, part)
        }
        text += "\n\(String(repeating: " ", count: indent))\(closing)"
    }
}
