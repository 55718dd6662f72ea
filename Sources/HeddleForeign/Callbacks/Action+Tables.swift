// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension Action {
    /// Binds an entry of a table. Its function is taken from the table at each call.
    ///
    /// - Parameters:
    ///   - releases: the functions of `_Free_`, one for each symbol of ``Signature/releases``.
    ///   - constants: the names that its module has for numbers.
    ///   - engine: what makes its calls.
    /// - Throws: what the declaration asks for that cannot be passed rightly.
    package convenience init(
        _ name: ActionName, _ entry: FunctionTable.Entry, of table: FunctionTable, releases: [String: Function],
        constants: ConstantNames, calls engine: CallEngine
    ) throws(Unsupported) {
        let function = unsafe Function(symbol: entry.name, address: absentFunction, library: table.library)
        try self.init(
            name, entry.signature, function: function, instance: table.place, releases: releases,
            constants: constants, calls: engine, entry: TableEntry(entry, of: table))
    }
}
