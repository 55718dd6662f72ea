// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
package import HeddleDiagnostics

extension Library {
    /// A table of functions that the library exports as data, or by a pointer to it.
    ///
    /// - Parameters:
    ///   - module: the name of the module that the table is.
    ///   - type: the type of the data: a structure, or a pointer to one.
    ///   - symbol: the symbol of the data.
    ///   - name: the name of the data for messages.
    ///   - scope: knows structures that were completed since the table's was declared.
    /// - Throws: why there is none: the data is missing, or is no table of functions.
    package func table(
        _ module: String, of type: CType, at symbol: String, named name: String, completing scope: DeclarationScope
    ) throws(Diagnostic) -> FunctionTable {
        let type = scope.completed(type)
        let address = unsafe try data(symbol, type)
        let library = LibraryIdentity(name: path)
        guard type.isPointer else {
            let table = try unsafe FunctionTable(module, type, name, scope, library, pointer: nil)
            table.place.address = UInt(bitPattern: address)
            return table
        }
        return try unsafe FunctionTable(
            module, type, name, scope, library, pointer: address.assumingMemoryBound(to: UInt.self))
    }
}

extension FunctionTable {
    /// Gives a table that is the caller's back to its module: from here on its entries fail.
    ///
    /// - Parameter action: the action that made it. If its declaration has no `_Free_`, the table stays.
    /// - Throws: what the module said, or an exception that left it.
    package func release(by action: Action) throws(Failure) {
        guard let symbol = action.signature.release, let function = action.releases[symbol], place.address != 0 else {
            return
        }
        let address = place.address
        place.address = 0
        let release: PointerFunction
        do {
            release = try PointerFunction(releasing: function, by: action.transfer.engine)
        } catch {
            throw Failure(.release, error.message)
        }
        _ = try CrashReport.noting("\(symbol), which releases the table of \(name)") { () throws(Failure) in
            try release.call(address)
        }
    }
}
