// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// Memory of a call for what an answer points to, and the handles that it names.
@safe struct AnswerStore: ValueStore {
    let invocation: UnsafeMutablePointer<heddle_invocation>
    let library: LibraryIdentity
    let names: HandleNames

    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe heddle_arena_allocate(invocation, size) else { preconditionFailure("no memory") }
        return unsafe memory
    }

    func within(_ step: PartPath.Step) -> AnswerStore { self }

    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer? {
        guard let name = value.handleName else { return try unsafe library.address(of: value, as: type) }
        return unsafe HandleTable.shared.standIn(named: name, type: type, of: library, names)
    }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        guard value.handleName != nil else { throw Misfit(expected: "null: a hook cannot make a function") }
        return unsafe absentFunction
    }
}

extension HandleTable {
    /// The address that a name of a recording stands for; memory that nobody looks at, where it was not met yet.
    func standIn(
        named name: String, type: String, of library: LibraryIdentity, _ names: HandleNames
    ) -> UnsafeMutableRawPointer? {
        if let known = names[name], let address = try? address(of: known, for: library) {
            return unsafe UnsafeMutableRawPointer(bitPattern: address)
        }
        // Never freed: a handle is known by its address.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        names[name] = handle(for: UInt(bitPattern: memory), type: type, of: library)
        return unsafe memory
    }
}
