// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The memory of this process.
enum ProcessMemory {
    /// A figure, as the kernel names it: `VmRSS` is what the process has now, `VmHWM` the most that it had.
    static func kilobytes(_ name: String) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(name + ":") } ?? ""
        return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0
    }
}
