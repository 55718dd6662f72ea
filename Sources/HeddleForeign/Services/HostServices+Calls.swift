// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension HostServices {
    /// Makes a call of numbers with these services for the module.
    ///
    /// - Returns: the result, which is null for `void`; nil if the arguments do not fit the declaration. Then no call was
    ///   made.
    /// - Throws: the failure of the call.
    package func end(_ call: NumberCall, of pool: CallPool) throws(Failure) -> Value? {
        try pool.end(call) { call in serve { () throws(Never) in _ = call.invoke() } }
    }
}
