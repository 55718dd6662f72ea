// SPDX-License-Identifier: Apache-2.0

/// The name of an action: its module's name in the behaviour, and its own.
public struct ActionName: Hashable, Sendable, CustomStringConvertible {
    /// The module's name.
    public let module: String
    /// The action's name, which need not be its symbol.
    public let action: String

    /// Creates a name.
    public init(module: String, action: String) {
        self.module = module
        self.action = action
    }

    /// Reads `module.action`, where the last dot separates the two; nil for a text without a dot.
    public init?(parsing text: some StringProtocol) {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        self.init(splitting: text, at: dot)
    }

    private init(splitting text: some StringProtocol, at dot: String.Index) {
        self.init(module: String(text[..<dot]), action: String(text[text.index(after: dot)...]))
    }

    /// Every name that a text may mean, the longest module name first: modules and actions may have dots in their names.
    package static func candidates(in text: String) -> some Sequence<ActionName> {
        text.utf8.indices.reversed().lazy.filter { text.utf8[$0] == UInt8(ascii: ".") }
            .map { ActionName(splitting: text, at: $0) }
    }

    /// `module.action`
    public var description: String { "\(module).\(action)" }
}
