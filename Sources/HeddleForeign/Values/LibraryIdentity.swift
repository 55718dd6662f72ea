// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The identity of the library that a function is of. Handles belong to the library that gave them out.
struct LibraryIdentity: Hashable, Sendable {
    /// The library's name, for messages.
    let name: String
    /// The number of other contents of its file that were loaded before: no build may get a pointer of another one.
    var build = 0

    /// The handle of a pointer that the library gave out; null stays null.
    ///
    /// - Parameter target: the type that it points to; nil where that is no object.
    func handle(for address: UInt, type: String, to target: PointedType? = nil) -> Value {
        address == 0 ? .null : .handle(HandleTable.shared.handle(for: address, type: type, of: self, to: target))
    }

    /// The address behind a handle that this library may get as a pointer to the type.
    func address(of value: Value, as type: String) throws(Misfit) -> UnsafeMutableRawPointer? {
        guard case .handle(let handle) = value, handle.type == type || type == "void" else {
            throw Misfit(expected: "a handle of \(type)")
        }
        let address = try HandleTable.shared.address(of: handle, for: self)
        return unsafe UnsafeMutableRawPointer(bitPattern: address)
    }

    /// Returns whether its functions may get the pointers that another library has given out: those of a library that it
    /// is linked with, either way round, since both know the type from one header. The streams of the C library are
    /// everybody's, and memory of the behaviour holds any.
    func takes(handlesOf type: String, from other: LibraryIdentity) -> Bool {
        if self == other || Self.everybodys.contains(type) || other == .everybody || self == .everybody { return true }
        return build == 0 && other.build == 0 && name != other.name && LinkedLibraries.areLinked(name, other.name)
    }

    /// The identity of objects of a behaviour that have no type of a library.
    static let everybody = LibraryIdentity(name: "the behaviour")

    /// The names of `FILE` and `DIR`.
    private static let everybodys: Set<String> = ["_IO_FILE", "__dirstream"]

    /// One of its handles in words.
    func words(forHandleOf type: String) -> String {
        "a handle of \(type) from \(name)" + (build == 0 ? "" : " (build \(build + 1))")
    }
}
