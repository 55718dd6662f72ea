// SPDX-License-Identifier: Apache-2.0

/// A file that aspects append lines to.
public protocol LineWriter: Sendable {
    /// Appends a line, on any thread.
    ///
    /// - Returns: why it could not be written; nil where it was.
    func append(_ line: String) -> String?
}

/// Gives the file of a path as a behaviour writes it. Nothing is written, nor made, before the first line.
public typealias LineFiles = @Sendable (String) throws(LineFileRefusal) -> any LineWriter

/// Why lines cannot be written to a file.
public struct LineFileRefusal: Error, Hashable, Sendable {
    /// What is wrong.
    public let message: String
    /// How it could be mended.
    public let suggestion: String?

    /// Creates a refusal.
    public init(message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}
