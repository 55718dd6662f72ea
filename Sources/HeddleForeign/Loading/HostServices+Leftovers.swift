// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension HostServices {
    /// The pointers that calls of this host have received to be released, and that nobody has released, in the order of
    /// their making.
    package var unreleased: [UnreleasedHandle] {
        HandleTable.shared.unreleased(of: unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Gives a pointer back by the function that its declaration names, past all hooks. From here on it is known no
    /// more.
    ///
    /// - Throws: what the module said, or an exception that left it; the pointer is forgotten all the same.
    package func release(_ left: UnreleasedHandle) throws(Failure) {
        guard let (address, release) = HandleTable.shared.owed(left.handle) else { return }
        HandleTable.shared.pass(address, to: release.symbol, of: release.library, isCertain: true)
        do {
            let function = try PointerFunction(releasing: release, by: engine)
            try CrashReport.noteReleasing(left) { () throws(Failure) in _ = try function.call(address) }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.release, (error as? Unsupported)?.message ?? "\(error)")
        }
    }
}
