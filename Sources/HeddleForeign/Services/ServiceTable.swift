// SPDX-License-Identifier: Apache-2.0

/// The table of a service that a program offers to modules, or a module to a program.
///
/// Its layout is an agreement between the two; let it begin with its size. It lives as long as the process, since modules
/// are never unloaded, and no hook is around its functions.
@safe public struct ServiceTable: @unchecked Sendable {
    /// The address of the table.
    public let address: UnsafeRawPointer

    /// The table at an address.
    ///
    /// - Parameter address: memory that is never released, with functions that may be called on any thread.
    @unsafe public init(_ address: UnsafeRawPointer) { unsafe self.address = address }
}
