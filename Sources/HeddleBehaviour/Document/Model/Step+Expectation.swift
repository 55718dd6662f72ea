// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension Step {
    /// An expectation of a part of a call, or another condition on it.
    package struct Expectation: Sendable {
        /// The path to the part.
        package let path: Located<CallPath>
        /// The expectation.
        package let condition: Condition<Located<Template>>
        /// The place of the expectation, its path included.
        package let range: SourceRange
        /// Its use.
        package let role: ExpectationRole

        /// Creates an expectation.
        package init(
            path: Located<CallPath>, condition: Condition<Located<Template>>, range: SourceRange,
            role: ExpectationRole
        ) {
            self.path = path
            self.condition = condition
            self.range = range
            self.role = role
        }
    }
}
