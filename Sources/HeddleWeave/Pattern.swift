// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Pointcut {
    /// One pattern, such as `shop.*`, `*.*`, `!shop.close` and `library:shop.buy`.
    ///
    /// `*` stands for any characters inside a name. A pattern that begins with `!` excludes actions that others match.
    /// The part before the last dot is the name of a module in the behaviour or, after `library:`, of a library, for
    /// all modules that use it.
    package struct Pattern: Hashable, Sendable, CustomStringConvertible {
        /// True if it excludes.
        package let isNegated: Bool
        /// True if the first part names a library rather than a module of the behaviour.
        package let isLibrary: Bool
        /// The pattern of the module's or library's name.
        package let module: String
        /// The pattern of the action's name.
        package let action: String
        private let moduleNames: WildcardPattern
        private let actionNames: WildcardPattern

        /// Reads a pattern; nil if it is not `module.action`.
        package init?(_ text: String) {
            var rest = text[...]
            isNegated = rest.first == "!"
            if isNegated { rest.removeFirst() }
            isLibrary = rest.hasPrefix("library:")
            if isLibrary { rest.removeFirst("library:".count) }
            guard let name = ActionName(parsing: rest), !name.module.isEmpty, !name.action.isEmpty else { return nil }
            (module, action) = (name.module, name.action)
            (moduleNames, actionNames) = (WildcardPattern(module), WildcardPattern(action))
        }

        /// The pattern as it is written.
        package var description: String {
            "\(isNegated ? "!" : "")\(isLibrary ? "library:" : "")\(module).\(action)"
        }

        /// True if it has no `*`, so that it names one action of each module that it matches.
        package var isExact: Bool { moduleNames.isExact && actionNames.isExact }

        /// True if its first part has no `*`, so that it names one module or library.
        package var namesModule: Bool { moduleNames.isExact }

        package func matches(_ candidate: Candidate) -> Bool {
            moduleNames.matches(isLibrary ? candidate.library : candidate.name.module)
                && actionNames.matches(candidate.name.action)
        }
    }
}
