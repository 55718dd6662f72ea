// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension Step {
    /// An expectation of a part of a call, or a condition that ends a loop.
    package struct Expectation: Sendable {
        /// Which part.
        package let path: Located<CallPath>
        /// The expectation.
        package let condition: Condition<Located<Template>>
        /// Where the expectation stands, its path included.
        package let range: SourceRange
        /// True if it is expected of nothing, and its step ends the loop around it once it holds.
        package let endsLoop: Bool

        /// Creates an expectation.
        package init(
            path: Located<CallPath>, condition: Condition<Located<Template>>, range: SourceRange,
            endsLoop: Bool = false
        ) {
            self.path = path
            self.condition = condition
            self.range = range
            self.endsLoop = endsLoop
        }
    }
}
