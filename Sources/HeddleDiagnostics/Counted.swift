// SPDX-License-Identifier: Apache-2.0

/// A number with its noun: `1 step`, `3 steps`, `2 cases were`.
///
/// - Parameters:
///   - noun: the words for one.
///   - plural: the words for any other number; nil to add an "s" to the noun.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
