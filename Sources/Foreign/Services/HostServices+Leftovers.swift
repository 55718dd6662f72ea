// SPDX-License-Identifier: Apache-2.0

extension HostServices {
    /// The pointers that calls of this host have received to be released, and that nobody has released, in the order of
    /// their making.
    public var unreleased: [UnreleasedHandle] {
        HandleTable.shared.unreleased(of: unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }
}
