// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text before and after the first place of a mark, which is not empty; nil if it is not in the text.
    ///
    /// The search of Swift's regular expressions would be a third of the program.
    func halves(at mark: String) -> (before: SubSequence, after: SubSequence)? {
        var start = startIndex
        while let place = self[start...].firstIndex(of: mark[mark.startIndex]) {
            if self[place...].hasPrefix(mark) { return (self[..<place], self[place...].dropFirst(mark.count)) }
            start = index(after: place)
        }
        return nil
    }
}
