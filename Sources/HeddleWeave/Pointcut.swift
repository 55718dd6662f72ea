// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The actions that a hook applies to, selected by the patterns of names, by tags, and by the types of parameters and
/// results.
///
/// A pointcut does not consider facts of a single call, such as its arguments.
///
/// ## Topics
/// - ``Pattern``
/// - ``Candidate``
/// - ``mismatch(with:)``
package struct Pointcut: Sendable {
    /// The properties of an action that a pointcut tests.
    package struct Candidate {
        let name: ActionName
        let library: String
        let signature: Signature
        let type: (String) -> CType?

        /// Creates a candidate.
        ///
        /// - Parameters:
        ///   - library: the name under which the library was loaded.
        ///   - type: the type that a text such as `const char *` names in the action's module; nil if it names none.
        package init(_ name: ActionName, library: String, _ signature: Signature, type: @escaping (String) -> CType?) {
            self.name = name
            self.library = library
            self.signature = signature
            self.type = type
        }
    }

    /// The patterns, as they were written.
    package let patterns: [Pattern]
    /// The tags: an action must have one of these, and none of those that begin with `!`.
    package let tags: [String]
    /// The type that it must return, as text; nil for any.
    package let returns: String?
    /// The types that it must take, each with a parameter of its own.
    package let takes: [String]

    /// Creates a pointcut.
    package init(_ patterns: [Pattern], tags: [String] = [], returns: String? = nil, takes: [String] = []) {
        self.patterns = patterns
        self.tags = tags
        self.returns = returns
        self.takes = takes
    }

    /// The reason why a hook with this pointcut does not apply to an action; nil if it does.
    ///
    /// - Complexity: O(*n*) in the patterns, the tags and the parameters.
    package func mismatch(with action: Candidate) -> Mismatch? {
        guard patterns.contains(where: { !$0.isNegated && $0.matches(action) }) else { return .names(patterns) }
        if let negated = patterns.first(where: { $0.isNegated && $0.matches(action) }) { return .takenAway(negated) }
        return tagMismatch(with: action.signature) ?? typeMismatch(with: action)
    }

    /// Returns whether a pattern without a `*` names the action in full.
    package func names(_ action: Candidate) -> Bool {
        patterns.contains { !$0.isNegated && $0.isExact && $0.matches(action) }
    }

    /// The first pattern that matches an action.
    package func pattern(for action: Candidate) -> Pattern? {
        patterns.first { !$0.isNegated && $0.matches(action) }
    }

    private func tagMismatch(with signature: Signature) -> Mismatch? {
        if tags.isEmpty { return nil }
        let own = Set(signature.tags)
        let (unwanted, wanted) = (tags.filter { $0.hasPrefix("!") }, tags.filter { !$0.hasPrefix("!") })
        if let found = unwanted.first(where: { own.contains(String($0.dropFirst())) }) {
            return .tagged(String(found.dropFirst()))
        }
        return wanted.isEmpty || wanted.contains(where: own.contains) ? nil : .untagged(wanted)
    }

    private func typeMismatch(with action: Candidate) -> Mismatch? {
        if let returns, action.type(returns)?.isSame(as: action.signature.result) != true {
            return .returns(action.signature.result, wanted: returns)
        }
        var types = action.signature.parameters.map(\.type)
        for text in takes {
            guard let type = action.type(text), let index = types.firstIndex(where: type.isSame) else {
                return .takesNo(text)
            }
            types.remove(at: index)
        }
        return nil
    }
}

extension Pointcut {
    /// The reason why a hook does not apply to an action.
    package enum Mismatch: Hashable, Sendable, CustomStringConvertible {
        case names([Pattern])
        case takenAway(Pattern)
        case untagged([String])
        case tagged(String)
        case returns(CType, wanted: String)
        case takesNo(String)

        /// True if no pattern matches its name.
        package var isOfName: Bool { if case .names = self { true } else { false } }

        /// The reason in words, to follow the name of the hook.
        package var description: String {
            switch self {
            case .names(let patterns):
                "\(patterns.filter { !$0.isNegated }.map { "\"\($0)\"" }.joined(separator: " and ")) "
                    + "\(patterns.count { !$0.isNegated } > 1 ? "do" : "does") not match its name"
            case .takenAway(let pattern): "\"\(pattern)\" takes it away"
            case .untagged(let tags): "it is not tagged \(tags.joined(separator: " or "))"
            case .tagged(let tag): "it is tagged \(tag)"
            case .returns(let type, let wanted): "it returns \(type), not \(wanted)"
            case .takesNo(let type): "it takes no \(type)"
            }
        }
    }
}
