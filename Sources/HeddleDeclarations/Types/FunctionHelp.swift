// SPDX-License-Identifier: Apache-2.0

/// The words for people about a function.
package struct FunctionHelp: Hashable, Sendable {
    /// Words about the whole of it; empty where there are none.
    package var text = ""
    /// Words about parameters, by their names, and about the result, as `return`.
    package var parameters: [String: String] = [:]

    /// No words.
    package init() {}

    /// True if there are no words.
    package var isEmpty: Bool { text.isEmpty && parameters.isEmpty }
}
