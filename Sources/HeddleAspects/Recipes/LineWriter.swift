// SPDX-License-Identifier: Apache-2.0

/// A file that aspects append lines to.
package protocol LineWriter: Sendable {
    /// Appends a line, on any thread.
    ///
    /// - Returns: the reason why it could not be written; nil on success.
    func append(_ line: String) -> String?
}

/// Returns the file for a path in a behaviour. The file is created with the first line.
package typealias LineFiles = @Sendable (String) throws(LineFileRefusal) -> any LineWriter

/// The reason why lines cannot be written to a file.
package struct LineFileRefusal: Error, Hashable, Sendable {
    /// The errors.
    package let message: String
    /// The suggested correction.
    package let suggestion: String?

    /// Creates a refusal.
    package init(message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}
