// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// A bindings file as it is written: keys in a fixed order, one declaration a line, so that two of them compare well.
struct BindingsText {
    private var text = "{\n  \"bindings\": 1"

    /// The whole file.
    var finished: String { text + "\n}\n" }

    /// Adds a value on one line.
    mutating func add(_ key: String, _ value: Value) {
        begin(key)
        text += value.spacedJSON
    }

    /// Adds an array with one element a line.
    mutating func add(_ key: String, lines: [Value]) {
        guard !lines.isEmpty else { return add(key, .array([])) }
        begin(key)
        text += "[\n" + lines.map { "    \($0.spacedJSON)" }.joined(separator: ",\n") + "\n  ]"
    }

    /// Adds an object with one member a line; nothing where there is none.
    mutating func add(_ key: String, members: [Value.Member]) {
        if !members.isEmpty { addTable(key, members: members) }
    }

    /// Adds an object with one member a line.
    mutating func addTable(_ key: String, members: [Value.Member]) {
        if members.isEmpty { return add(key, .object([])) }
        begin(key)
        let lines = members.map { "    \(Value.string($0.name).json): \($0.value.spacedJSON)" }
        text += "{\n" + lines.joined(separator: ",\n") + "\n  }"
    }

    private mutating func begin(_ key: String) { text += ",\n  \"\(key)\": " }
}
