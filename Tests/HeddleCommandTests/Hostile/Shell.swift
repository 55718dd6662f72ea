// SPDX-License-Identifier: Apache-2.0

import Workbench

extension ScratchFolder {
    /// Runs the command in this folder as a shell does, which can close its streams, set limits and make pipes.
    ///
    /// - Parameter line: a line for bash, in which `heddle` is the command.
    func bash(_ line: String) throws -> Program.Ended {
        let heddle = try Program.built("heddle").path
        return try Program("bash").run(["-c", "heddle() { '\(heddle)' \"$@\"; }; \(line)"], in: path)
    }
}
