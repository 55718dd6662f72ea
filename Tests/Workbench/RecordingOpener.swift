// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// An `xdg-open` that writes down what it is asked to open.
///
/// It is a link to a script that stands in the sources: no test writes a program that another thread's child could hold
/// open at the moment of its start, which the kernel refuses with "Text file busy".
///
/// ## Topics
/// - ``init(in:)``
/// - ``opened``
/// - ``end(by:)``
package struct RecordingOpener {
    /// The folder that it stands in, for `PATH`.
    package let folder: ScratchFolder

    /// Puts it into a folder.
    package init(in folder: ScratchFolder) throws {
        self.folder = folder
        try FileManager.default.createSymbolicLink(
            atPath: folder("xdg-open"), withDestinationPath: "\(Sources.root)/Tests/Workbench/xdg-open")
    }

    /// The number of words of each call, and the words, a line each.
    package var opened: String { folder.text(of: "opened") ?? "" }

    /// From now on each call ends by a shell command, with nothing written down.
    package func end(by command: String) throws { try folder.write("ending", command + "\n") }
}
