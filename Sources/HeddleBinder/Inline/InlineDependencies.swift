// SPDX-License-Identifier: Apache-2.0

import HeddleForeign

/// The libraries that the inline functions of a library may use: itself, those that it needs, and that of C.
struct InlineDependencies {
    private let own: BoundLibrary
    private let others: [(path: String, exports: Set<String>)]

    init(_ library: BoundLibrary) {
        own = library
        others = (library.needed + ["libc.so.6", "libm.so.6"]).compactMap { soname in
            (try? LibraryFile(named: soname)).map { ($0.path, Set($0.functions + $0.variables.keys)) }
        }
    }

    /// The reason why code that uses a function or data cannot be linked; nil if it can.
    func obstacle(to symbol: String) -> String? {
        if own.exports(symbol) {
            return own.soname == nil ? "\(symbol) of \(own.name), which has no soname to be linked by" : nil
        }
        let isExported = others.contains { $0.exports.contains(symbol) }
        return isExported ? nil : "\(symbol), which neither \(own.name) nor a library that it needs exports"
    }

    /// The file of the library that exports a function or data.
    func path(defining symbol: String) -> String? {
        own.exports(symbol) ? own.path : others.first { $0.exports.contains(symbol) }?.path
    }
}
