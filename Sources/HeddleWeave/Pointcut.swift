// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// Which actions a hook applies to: by patterns of their names, by the tags that their modules give them, and by the
/// types that they take and return.
///
/// A pointcut does not consider facts that only a call knows, such as its arguments.
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
        ///   - library: the library's name as it was asked for.
        ///   - type: what a text such as `const char *` means among the declarations of the action's module; nil where
        ///     it means nothing there.
        package init(_ name: ActionName, library: String, _ signature: Signature, type: @escaping (String) -> CType?) {
            self.name = name
            self.library = library
            self.signature = signature
            self.type = type
        }
    }

    /// The patterns, as they were written.
    package let patterns: [Pattern]
    /// The tags of which an action must have one; those that begin with `!` it must not have.
    package let tags: [String]
    /// The type that it must return, as text; nil where any will do.
    package let returns: String?
    /// The types that it must take, each as a parameter of its own.
    package let takes: [String]

    /// Creates a pointcut.
    package init(_ patterns: [Pattern], tags: [String] = [], returns: String? = nil, takes: [String] = []) {
        self.patterns = patterns
        self.tags = tags
        self.returns = returns
        self.takes = takes
    }

    /// Why a hook with this pointcut does not apply to an action; nil where it does.
    ///
    /// - Complexity: O(*n*) in the patterns, the tags and the parameters.
    package func mismatch(with action: Candidate) -> Mismatch? {
        guard patterns.contains(where: { !$0.isNegated && $0.matches(action) }) else { return .names(patterns) }
        if let negated = patterns.first(where: { $0.isNegated && $0.matches(action) }) { return .takenAway(negated) }
        return tagMismatch(with: action.signature) ?? typeMismatch(with: action)
    }

    /// Returns whether a pattern gives an action its whole name, without a `*`.
    package func names(_ action: Candidate) -> Bool {
        patterns.contains { !$0.isNegated && $0.isExact && $0.matches(action) }
    }

    /// The first pattern that covers an action.
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
    /// Why a hook does not apply to an action.
    package enum Mismatch: Hashable, Sendable, CustomStringConvertible {
        case names([Pattern])
        case takenAway(Pattern)
        case untagged([String])
        case tagged(String)
        case returns(CType, wanted: String)
        case takesNo(String)

        /// True if no pattern covers its name, so that nobody meant it.
        package var isOfName: Bool { if case .names = self { true } else { false } }

        /// The reason in words, behind the name of the hook.
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
