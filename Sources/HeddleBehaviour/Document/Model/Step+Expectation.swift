// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics

extension Step {
    /// What a part of an outcome is held against.
    public struct Expectation: Sendable {
        /// Which part.
        public let path: Located<ValuePath>
        /// What must hold for it.
        public let test: Test
        /// Where the expectation stands, its path included.
        public let range: SourceRange

        /// Creates an expectation.
        public init(path: Located<ValuePath>, test: Test, range: SourceRange) {
            self.path = path
            self.test = test
            self.range = range
        }

        /// What must hold.
        public enum Test: Sendable {
            /// It equals a value; an expected object names the fields that it cares about.
            case equals(Located<Template>)
            /// All of these hold; at least one.
            case operators([(Operator, Located<Template>)])
        }

        /// A comparison, by its word in the file.
        public typealias Operator = ConditionOperator
    }
}
