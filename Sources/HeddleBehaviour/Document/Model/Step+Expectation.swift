// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension Step {
    /// An expectation of a part of an outcome.
    package struct Expectation: Sendable {
        /// Which part.
        package let path: Located<ValuePath>
        /// What must hold for it.
        package let test: Test
        /// Where the expectation stands, its path included.
        package let range: SourceRange

        /// Creates an expectation.
        package init(path: Located<ValuePath>, test: Test, range: SourceRange) {
            self.path = path
            self.test = test
            self.range = range
        }

        /// What must hold.
        package enum Test: Sendable {
            /// It equals a value; an expected object names the fields that it cares about.
            case equals(Located<Template>)
            /// All of these hold; at least one.
            case operators([(Operator, Located<Template>)])
        }

        /// A comparison, by its word in the file.
        package typealias Operator = ConditionOperator
    }
}
