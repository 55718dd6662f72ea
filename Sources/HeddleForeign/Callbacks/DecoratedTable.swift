// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import Synchronization

/// A copy of a table whose entries enter the actions of the table's module, with their hooks.
///
/// It belongs to the host and is never released, since modules keep such tables: it stays at one address and may be
/// called on any thread for the life of the process.
@safe package final class DecoratedTable: @unchecked Sendable {
    private let table: FunctionTable
    /// Its place.
    let start: UnsafeMutableRawPointer
    private let functions: [(offset: Int, action: Action, callback: Callback)]
    /// The bytes that were copied last.
    private let written = Mutex<[UInt8]>([])

    init(
        of table: FunctionTable, _ actions: [(entry: FunctionTable.Entry, action: Action)]
    ) throws(Diagnostic) {
        self.table = table
        unsafe start = .allocate(byteCount: max(1, table.size), alignment: max(16, table.alignment))
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: table.size)
        var functions: [(offset: Int, action: Action, callback: Callback)] = []
        for (entry, action) in actions {
            do throws(Unsupported) {
                let callback = unsafe try Callback(entering: action, of: UInt(bitPattern: start))
                unsafe DecoratedEntries.note(action, at: callback.address)
                functions.append((entry.offset, action, callback))
            } catch {
                throw Diagnostic(
                    .error, .document, code: .action(.unsupported),
                    "\(action.name) cannot be handed on with its hooks: \(error.message)",
                    suggestion: error.suggestion)
            }
        }
        self.functions = functions
        unsafe CallbackOrigins.note(.object([Value.Member("table", .string(table.module))]), at: start)
    }

    /// The structure that it is a copy of.
    var record: RecordType { table.record }

    /// Copies the table as it is now.
    ///
    /// - Parameter memory: where a copy is to stand by value; nil for the one whose address is handed on.
    func copy(to memory: UnsafeMutableRawPointer? = nil) {
        var image = [UInt8](repeating: 0, count: table.size)
        let original = unsafe UnsafeRawPointer(bitPattern: table.place.address)
        unsafe image.withUnsafeMutableBytes { image in
            if let original = unsafe original {
                unsafe image.copyMemory(from: .init(start: original, count: table.size))
            }
            for (offset, action, callback) in functions {
                action.noteFunction()
                let isNull = unsafe image.loadUnaligned(fromByteOffset: offset, as: UInt.self) == 0
                // A call of C is to fail where there is no table, and not to crash.
                if unsafe isNull && original != nil { continue }
                unsafe image.storeBytes(of: callback.address, toByteOffset: offset, as: UnsafeMutableRawPointer.self)
            }
        }
        if let memory = unsafe memory { return unsafe memory.copyMemory(from: image, byteCount: image.count) }
        written.withLock { written in
            // A module that has kept the copy may be reading it, or may have written to it: nothing is written but what
            // has changed in the table.
            for index in image.indices where index >= written.count || image[index] != written[index] {
                unsafe start.storeBytes(of: image[index], toByteOffset: index, as: UInt8.self)
            }
            written = image
        }
    }
}

extension Value {
    /// The module's name in `{"table": "name"}`; nil for any other value.
    var tableName: String? {
        guard case .object(let members) = self, members.count == 1, members[0].name == "table",
            case .string(let name) = members[0].value
        else { return nil }
        return name
    }
}
