// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension Library {
    /// The handle of a variable, which points to its value for the life of the process.
    ///
    /// - Parameter type: the type of the variable.
    /// - Throws: why there is none: the name is missing, is a function, belongs to another library, or is of another
    ///   size than the type.
    package func variable(_ symbol: String, _ type: CType) throws(Diagnostic) -> Value {
        let address = UInt(bitPattern: unsafe try data(symbol, type.defined))
        return .handle(HandleTable.shared.handle(forData: address, to: PointedType(type), of: identity))
    }
}
