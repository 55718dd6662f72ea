// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The memory and names that the values of one parameter need while they are written.
struct ParameterStore: ValueStore {
    let memory: CallMemory
    let index: Int
    /// The way to the part that is being written.
    let path: String
    let actions: ActionLookup

    var library: LibraryIdentity { memory.shape.library }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer { unsafe memory.allocate(size, for: index) }

    func within(_ step: String) -> ParameterStore {
        ParameterStore(memory: memory, index: index, path: path + step, actions: actions)
    }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        if case .handle = value, let address = try unsafe library.address(of: value, as: shape.typeName) {
            return unsafe address
        }
        let recipe = try CallbackRecipe(value)
        let callback = try Callback(
            recipe, shape, of: library, by: memory.shape.transfer.engine, actions: actions)
        memory.add(callback, for: index, at: path)
        unsafe CallbackOrigins.note(value, at: callback.address)
        return unsafe callback.address
    }
}
