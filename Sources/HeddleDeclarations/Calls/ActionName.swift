// SPDX-License-Identifier: Apache-2.0

/// The name of an action, such as `m.hypot`: the name of its module in the host or behaviour, and its own.
///
/// A string literal is a name: `try host.call("m.hypot", 3, 4)`. A literal without a dot names no action, and a call
/// with it throws a diagnostic that says so.
public struct ActionName: Sendable {
    /// `module.action`, whole: so that a literal is a name without a copy of its parts.
    private let text: String
    /// The place of the dot between the two, in UTF-8.
    private let dot: Int

    /// The module's name.
    public var module: String { String(decoding: text.utf8.prefix(dot), as: UTF8.self) }
    /// The action's name, which need not be its symbol.
    public var action: String { String(decoding: text.utf8.dropFirst(dot + 1), as: UTF8.self) }

    /// Creates a name from its two parts.
    public init(module: String, action: String) {
        text = "\(module).\(action)"
        dot = module.utf8.count
    }

    /// Reads `module.action`, where the last dot separates the two; nil for a text without a dot.
    public init?(parsing text: some StringProtocol) {
        self.init(whole: String(text))
    }

    private init?(whole text: String) {
        let bytes = text.utf8.span
        guard let dot = bytes.indices.last(where: { bytes[$0] == UInt8(ascii: ".") }) else { return nil }
        self.init(text, dot: dot)
    }

    private init(_ text: String, dot: Int) {
        self.text = text
        self.dot = dot
    }

    /// Returns whether a module may have a name: in patterns and calls some characters have a meaning.
    package static func canName(module name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && !"*!:".unicodeScalars.contains($0)
            }
    }

    /// The forms that such a name may have, in words.
    package static let moduleNameForm = "a name without spaces and without * ! :"

    /// All names that a text may stand for, the longest module name first. The names of modules and actions may contain
    /// dots.
    package static func candidates(in text: String) -> some Sequence<ActionName> {
        Array(text.utf8).enumerated().reversed().lazy.filter { $0.element == UInt8(ascii: ".") }
            .map { ActionName(text, dot: $0.offset) }
    }
}

extension ActionName: Hashable {
    /// Returns whether both the modules and the actions have the same names.
    public static func == (left: ActionName, right: ActionName) -> Bool {
        left.dot == right.dot && left.text == right.text
    }

    /// Hashes the whole name.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ActionName: CustomStringConvertible {
    /// `module.action`
    public var description: String { text }
}

extension ActionName: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Reads `module.action`. A text without a dot becomes the action of a module without a name, which no host has.
    public init(stringLiteral text: String) {
        self = ActionName(whole: text) ?? ActionName(module: "", action: text)
    }
}
