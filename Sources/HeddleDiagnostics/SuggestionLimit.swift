// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Keeps the time of reading one file in proportion to its length: each search for a nearest name looks at all names,
/// and a file may have as many mistakes as names.
package final class SuggestionLimit: Sendable {
    /// The number of mistakes of one file that get a suggestion, the same as ``Diagnostics/shownCount``.
    static let count = Diagnostics.shownCount

    private let searches = Atomic(0)
    @TaskLocal private static var current: SuggestionLimit?

    private init() {}

    /// Gives suggestions for the first mistakes that `body` finds, and for no others. One inside of another changes
    /// nothing.
    package static func apply<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if current != nil { return try body() }
        let result = $current.withValue(SuggestionLimit()) {
            do throws(Failure) {
                return Swift.Result<Result, Failure>.success(try body())
            } catch {
                return Swift.Result<Result, Failure>.failure(error)
            }
        }
        return try result.get()
    }

    /// True if a nearest name may still be looked for: what it is looked for among need not be gathered otherwise.
    package static var admitsMore: Bool { current.map { $0.searches.load(ordering: .relaxed) < count } ?? true }

    /// Returns whether a nearest name may be searched, and counts the search.
    static func admitsOneMore() -> Bool {
        guard let current else { return true }
        return current.searches.add(1, ordering: .relaxed).oldValue < count
    }
}
