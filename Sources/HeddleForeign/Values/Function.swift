// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The address of a function of a library that stays mapped for the life of the process.
///
/// Only functions that the library itself defines become one; data, and what stands in other libraries, does not.
@safe package struct Function: @unchecked Sendable {
    /// The symbol.
    package let symbol: String
    let address: UnsafeMutableRawPointer
    /// The library that defines it.
    let library: LibraryIdentity
    /// The name of that: its path, or a soname.
    package var libraryName: String { library.name }

    /// The address as the barrier takes it.
    var entry: @convention(c) () -> Void {
        unsafe unsafeBitCast(address, to: (@convention(c) () -> Void).self)
    }
}

/// The outcome of a function of a missing library.
private let absence = Failure(
    .noLibrary, "its module has no library, and no hook has answered in the place of the action")

/// Stands for each function of a library that is not there: it takes anything, and fails.
var absentFunction: UnsafeMutableRawPointer {
    let function: @convention(c) () -> Void = { unsafe heddle_fail_current(absence.code, absence.message) }
    return unsafe unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
}

/// Stands for each function that releases something.
var absentRelease: UnsafeMutableRawPointer {
    let function: @convention(c) (UnsafeMutableRawPointer?) -> Void = { _ in }
    return unsafe unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
}
