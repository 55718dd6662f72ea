// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// What the process was started with.
package enum Environment {
    /// A variable's value; nil where it is not set.
    package static func value(of name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// How many processors the process may use.
    package static var processors: Int { Int(heddle_processors()) }

    /// The folder of the running program.
    package static var executableFolder: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
