// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The memory and names that the values of one parameter need while they are written.
struct ParameterStore: ValueStore {
    let memory: CallMemory
    let index: Int
    /// The way to the part that is being written.
    let path: PartPath
    let names: (any HostNames)?

    var library: LibraryIdentity { memory.shape.library }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        unsafe memory.allocate(size, for: index, at: path, isConst: isConst)
    }

    func noteBuffer(at start: UnsafeMutableRawPointer, room: Int) { unsafe memory.noteBuffer(at: start, room: room) }

    /// True if the part that is being written is a pointer to what is const.
    private var isConst: Bool { if case .pointer(_, isConst: true) = declared.canonical { true } else { false } }

    func within(_ step: PartPath.Step) -> ParameterStore {
        ParameterStore(memory: memory, index: index, path: path + [step], names: names)
    }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        if case .handle = value, let address = try unsafe library.address(of: value, as: shape.typeName) {
            return unsafe address
        }
        let recipe = try CallbackRecipe(value)
        let callback = try Callback(recipe, shape, declared: declared, for: memory.shape, naming: names)
        memory.add(callback, for: index, at: path)
        unsafe CallbackOrigins.note(value, at: callback.address)
        return unsafe callback.address
    }

    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer? {
        if case .handle(let handle) = value, path.isEmpty, memory.shape.signature.parameters[index].isReleased,
            HandleTable.shared.isInside(handle)
        {
            throw Misfit(
                expected: "a pointer to the start of what is released", found: "a place inside of another object")
        }
        guard let name = value.tableName else { return try unsafe library.address(of: value, as: type) }
        guard case .pointer(let target, _) = declared.canonical else { throw Misfit(expected: "a handle of \(type)") }
        let table = try table(name, as: target)
        unsafe memory.add(table, for: index, at: nil)
        return unsafe table.start
    }

    func table(_ name: String, _ record: RecordType, at place: UnsafeMutableRawPointer) throws(Misfit) {
        unsafe memory.add(try table(name, as: .record(record)), for: index, at: place)
    }

    /// The type of the part that is being written.
    private var declared: CType {
        memory.shape.signature.parameters[index].type.part(at: path)
    }

    private func table(_ name: String, as type: CType) throws(Misfit) -> DecoratedTable {
        let table: DecoratedTable
        switch names?.table(named: name) {
        case .success(let found): table = found
        case .failure(let refusal):
            throw Misfit(expected: "a table that can be handed on; \(refusal.message)", found: "the table \"\(name)\"")
        case nil: throw Misfit(expected: "the name of a module that is a table", found: "the table \"\(name)\"")
        }
        guard type.canonical == .void || table.record.isSameTable(as: type) else {
            throw Misfit(
                expected: "a table of the type \(type)",
                found: "the table \"\(name)\", which is \(CType.record(table.record))")
        }
        return table
    }
}

extension RecordType {
    /// Returns whether a structure that a function takes is this one. Two libraries may each have one of the same tag;
    /// one whose members are not known is taken by its tag.
    fileprivate func isSameTable(as type: CType) -> Bool {
        guard case .record(let other) = type.canonical, kind == other.kind, tag == other.tag else { return false }
        return hasSameMembers(as: other) || tag != nil && other.members == nil
    }
}
