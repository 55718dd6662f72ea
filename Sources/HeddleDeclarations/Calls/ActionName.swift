// SPDX-License-Identifier: Apache-2.0

/// The name of an action, such as `m.hypot`: the name of its module in the host or behaviour, and its own.
///
/// A string literal is a name: `try host.call("m.hypot", 3, 4)`. A literal without a dot names no action, and a call
/// with it throws a diagnostic that says so.
public struct ActionName: Hashable, Sendable {
    /// The module's name.
    public let module: String
    /// The action's name, which need not be its symbol.
    public let action: String

    /// Creates a name from its two parts.
    public init(module: String, action: String) {
        self.module = module
        self.action = action
    }

    /// Reads `module.action`, where the last dot separates the two; nil for a text without a dot.
    public init?(parsing text: some StringProtocol) {
        // By bytes, which is faster than by characters; every call of a program by a literal comes by here.
        let text = String(text)
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        self.init(splitting: text, at: dot)
    }

    private init(splitting text: some StringProtocol, at dot: String.Index) {
        self.init(module: String(text[..<dot]), action: String(text[text.index(after: dot)...]))
    }

    /// All names that a text may stand for, the longest module name first. The names of modules and actions may contain
    /// dots.
    package static func candidates(in text: String) -> some Sequence<ActionName> {
        text.utf8.indices.reversed().lazy.filter { text.utf8[$0] == UInt8(ascii: ".") }
            .map { ActionName(splitting: text, at: $0) }
    }
}

extension ActionName: CustomStringConvertible {
    /// `module.action`
    public var description: String { "\(module).\(action)" }
}

extension ActionName: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Reads `module.action`. A text without a dot becomes the action of a module without a name, which no host has.
    public init(stringLiteral text: String) {
        self = ActionName(parsing: text) ?? ActionName(module: "", action: text)
    }
}
