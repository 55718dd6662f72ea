// SPDX-License-Identifier: Apache-2.0

/// A file that aspects append lines to.
package protocol LineWriter: Sendable {
    /// Appends a line, on any thread.
    ///
    /// - Returns: why it could not be written; nil where it was.
    func append(_ line: String) -> String?
}

/// Gives the file of a path as a behaviour writes it. Nothing is written, nor made, before the first line.
package typealias LineFiles = @Sendable (String) throws(LineFileRefusal) -> any LineWriter

/// Why lines cannot be written to a file.
package struct LineFileRefusal: Error, Hashable, Sendable {
    /// The errors.
    package let message: String
    /// How it could be mended.
    package let suggestion: String?

    /// Creates a refusal.
    package init(message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}
