// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Pointcut {
    /// One pattern, such as `shop.*`, `*.*`, `!shop.close` and `library:shop.buy`.
    ///
    /// `*` stands for any run of characters inside a name. A pattern that begins with `!` takes away what the others
    /// gave. The part before the last dot that leaves an action's name is a module's name in the behaviour, or, after
    /// `library:`, the name of a library, for all its instances.
    package struct Pattern: Hashable, Sendable, CustomStringConvertible {
        /// Whether it takes away.
        package let isNegated: Bool
        /// Whether the first part names a library rather than a module of the behaviour.
        package let isLibrary: Bool
        /// What the module's or library's name must match.
        package let module: String
        /// What the action's name must match.
        package let action: String

        /// Reads a pattern; nil when it is not `module.action`.
        package init?(_ text: String) {
            var rest = text[...]
            isNegated = rest.first == "!"
            if isNegated { rest.removeFirst() }
            isLibrary = rest.hasPrefix("library:")
            if isLibrary { rest.removeFirst("library:".count) }
            guard let dot = rest.lastIndex(of: "."), dot != rest.startIndex, rest.index(after: dot) != rest.endIndex
            else { return nil }
            module = String(rest[..<dot])
            action = String(rest[rest.index(after: dot)...])
        }

        /// The pattern as it is written.
        package var description: String {
            "\(isNegated ? "!" : "")\(isLibrary ? "library:" : "")\(module).\(action)"
        }

        /// Whether it has no `*`, and so names one action of each module that it means.
        package var isExact: Bool { !module.contains("*") && !action.contains("*") }

        func matches(_ candidate: Candidate) -> Bool {
            glob(module, matches: isLibrary ? candidate.library : candidate.name.module)
                && glob(action, matches: candidate.name.action)
        }
    }
}

/// Whether a text matches a pattern in which `*` stands for any run of characters.
///
/// - Complexity: O(*n* · *m*): on a mismatch only the last `*` is tried again.
func glob(_ pattern: String, matches text: String) -> Bool {
    let pattern = Array(pattern.utf8)
    let text = Array(text.utf8)
    var (p, t) = (0, 0)
    var retry: (pattern: Int, text: Int)?
    while t < text.count {
        if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
            retry = (p + 1, t)
            p += 1
        } else if p < pattern.count, pattern[p] == text[t] {
            (p, t) = (p + 1, t + 1)
        } else if let last = retry {
            (p, t) = (last.pattern, last.text + 1)
            retry = (last.pattern, last.text + 1)
        } else {
            return false
        }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
}
