// SPDX-License-Identifier: Apache-2.0

/// A place outside of the memory for what a report can write only when the run is over.
package struct ReportStore {
    /// Takes some bytes; nil if they have no room there.
    let keep: ([UInt8]) -> Range<Int>?
    /// Gives bytes back.
    let bytes: (Range<Int>) -> [UInt8]

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - keep: takes some bytes, and returns where they are; nil if they have no room there, so that they stay in
    ///     memory.
    ///   - bytes: gives bytes back. If it cannot, it makes the whole report fail.
    package init(keep: @escaping ([UInt8]) -> Range<Int>?, bytes: @escaping (Range<Int>) -> [UInt8]) {
        self.keep = keep
        self.bytes = bytes
    }
}
