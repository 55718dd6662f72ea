// SPDX-License-Identifier: Apache-2.0

/// `rewrite`: puts something else in the place of the arguments and of the result. A call that failed stays failed.
///
/// The arguments are rewritten by who makes the call, before it follows the course.
package struct RewriteRule<Output: Sendable>: AspectRule {
    private let rewrite: (@Sendable (Output) throws -> Output)?

    /// Creates the rule.
    ///
    /// - Parameter rewrite: makes the result from that of the call, and what it throws fails the call; nil leaves the
    ///   result as it is.
    package init(_ rewrite: (@Sendable (Output) throws -> Output)?) {
        self.rewrite = rewrite
    }

    /// Lets the call proceed, and rewrites its result.
    package func course() -> Course<Output> {
        .proceed { ending in
            guard let rewrite, case .success(let output)? = ending else { return .done }
            do { return .answer(try rewrite(output)) } catch { return .fail(error) }
        }
    }
}
