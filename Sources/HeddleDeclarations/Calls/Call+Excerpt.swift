// SPDX-License-Identifier: Apache-2.0

extension ActionName {
    /// A call on one line for people, such as `z.crc32(0, "hello", 5)`, with long arguments truncated.
    ///
    /// - Complexity: O(number of arguments).
    package func excerpt(calledWith arguments: [Value]) -> String {
        "\(excerpt)\(arguments.excerpt)"
    }

    /// The name for people, safe to print on a terminal.
    package var excerpt: String { description.excerpt() }
}

extension [Value] {
    /// Arguments on one line for people, in parentheses, with long ones truncated.
    package var excerpt: String { "(\(map { $0.excerpt(limit: 40) }.joined(separator: ", ")))" }
}

extension Failure {
    /// The failure on one line for people, such as `outOfStock: nothing left`, without those that it replaced.
    package var excerpt: String {
        (message.isEmpty ? code : "\(code): \(message)").excerpt(limit: 1000)
    }
}

extension Failure: CustomStringConvertible {
    /// The failure on one line for people, with the hook that it came from.
    public var description: String { excerpt + (hook.map { ", from \($0)" } ?? "") }
}

extension String {
    /// The text on one line for people, safe to print on a terminal, truncated if it is long.
    package func excerpt(limit: Int = 200) -> String {
        var writer = ExcerptWriter(limit: limit)
        writer.appendPrintable(self)
        return writer.text
    }
}
