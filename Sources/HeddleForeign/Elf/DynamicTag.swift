// SPDX-License-Identifier: Apache-2.0

/// The tags of the entries of a dynamic table that are looked at, with their numbers in `elf.h`.
enum DynamicTag: UInt64 {
    /// `DT_NEEDED`: a library that it cannot be loaded without.
    case needed = 1
    /// `DT_SONAME`: its own name.
    case soname = 14
    /// `DT_RPATH`: the folders of what it needs, and of what that needs in turn.
    case libraryPath = 15
    /// `DT_TEXTREL`: its code is changed as it is loaded.
    case textRelocations = 22
    /// `DT_FINI_ARRAYSZ`: the size of the table of its destructors.
    case destructorsSize = 28
    /// `DT_RUNPATH`: the folders of what it needs itself.
    case runPath = 29
    /// `DT_FLAGS`.
    case flags = 30
}
