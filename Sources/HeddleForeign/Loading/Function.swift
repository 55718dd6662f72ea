// SPDX-License-Identifier: Apache-2.0

/// The address of a function of a library that stays mapped for the life of the process.
///
/// Only functions that the library itself defines become one; data, and what stands in other libraries, does not.
@safe package struct Function: @unchecked Sendable {
    /// The symbol.
    package let symbol: String
    let address: UnsafeMutableRawPointer
    /// The library that defines it.
    let library: LibraryIdentity

    /// The address as the barrier takes it.
    var entry: @convention(c) () -> Void {
        unsafe unsafeBitCast(address, to: (@convention(c) () -> Void).self)
    }
}
