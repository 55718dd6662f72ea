// SPDX-License-Identifier: Apache-2.0

/// The descriptors and threads that this process can still get. Libraries that start processes and threads crash where
/// there are none.
enum SpareResources {
    /// Why this process cannot open so many further files and start a further thread; nil where it can.
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
