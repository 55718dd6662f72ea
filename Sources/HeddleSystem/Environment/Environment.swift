// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The environment of the process, and the program that it runs.
package enum Environment {
    /// A variable's value; nil if it is not set.
    package static func value(of name: String) -> String? { System.environmentValue(of: name) }

    /// The value of a variable that names a folder; nil if it is not set or relative, as the XDG base directories have it.
    package static func folder(of name: String) -> String? { value(of: name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// Sets a variable, or removes it, while the process has no other threads: they may read it meanwhile.
    package static func set(_ name: String, to value: String?) { System.setEnvironmentValue(of: name, to: value) }

    /// The number of processors that the process may use.
    package static var processors: Int { Int(heddle_processors()) }

    /// The path of a program that the `PATH` has; nil if it has none of this name.
    package static func program(_ name: String) -> String? {
        (value(of: "PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { System.allows(.running, to: $0) }
    }

    /// The path of the running program.
    package static var executable: String? {
        (try? System.target(ofLink: "/proc/self/exe")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The folder of the running program.
    package static var executableFolder: String? {
        executable.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }
}
