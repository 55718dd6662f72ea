// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension HostServices {
    /// The objects that behaviours of this host have made and that nobody has released.
    package var objects: [Handle] {
        HandleTable.shared.objects(of: unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Releases an object that a behaviour has made; from here on it is known no more.
    package func releaseObject(_ handle: Handle) {
        guard let object = HandleTable.shared.takeObject(handle) else { return }
        CrashReport.noting("free, which ends an object that \"new\" has made") { object.free() }
    }
}
