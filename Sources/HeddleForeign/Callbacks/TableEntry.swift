// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The function of an action that is an entry of a table: the one that stands there when a call is made.
@safe final class TableEntry: Sendable {
    private let table: FunctionTable
    private let offset: Int
    /// The latest function of the entry that was none of a decorated table.
    private let known = Atomic<UInt>(0)

    init(_ entry: FunctionTable.Entry, of table: FunctionTable) {
        self.table = table
        offset = entry.offset
    }

    /// The address of the function; 0 where there is none.
    ///
    /// A module may put the decorated table in the place of its own. The action itself is then what stands there, and
    /// its function is the one that stood there before.
    func address(calledBy action: Action) -> UInt {
        guard let start = unsafe UnsafeRawPointer(bitPattern: table.place.address) else { return 0 }
        let found = unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt.self)
        if found == known.load(ordering: .relaxed) { return found }
        guard let decorated = DecoratedEntries.action(at: found) else {
            if found != 0 { known.store(found, ordering: .relaxed) }
            return found
        }
        return decorated === action ? known.load(ordering: .relaxed) : found
    }

    /// The failure of a call where there is no function.
    func absence(of action: ActionName) -> Failure {
        table.place.address == 0
            ? Failure(.noTable, "\(action) cannot be called: there is no table of \(table.name), or it was released")
            : Failure(.nullEntry, "\(action) is null in the table of \(table.name)")
    }
}

/// The functions of decorated tables, by their addresses. Neither they nor their actions are ever released.
enum DecoratedEntries {
    private static let actions = Mutex<[UInt: Action]>([:])

    static func note(_ action: Action, at address: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: address)
        actions.withLock { $0[address] = action }
    }

    /// The action that a function enters; nil for a function that stands in no decorated table.
    static func action(at address: UInt) -> Action? { actions.withLock { $0[address] } }
}
