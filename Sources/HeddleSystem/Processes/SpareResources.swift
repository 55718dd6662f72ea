// SPDX-License-Identifier: Apache-2.0

/// Checks that this process can still get descriptors and threads. Libraries that start processes and threads crash
/// without them.
enum SpareResources {
    /// The reason why this process cannot open a number of further files and start a thread; nil if it can.
    static func failure(files count: Int) -> SystemFailure? {
        var files: [Int32] = []
        defer { for file in files { System.close(file) } }
        do throws(SystemFailure) {
            for _ in 0..<count { files.append(try System.duplicate(System.standardError)) }
        } catch {
            return error
        }
        return DetachedThread.start({}) ? nil : .wouldBlock.ofStart
    }
}
