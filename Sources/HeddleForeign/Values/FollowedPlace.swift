// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import Synchronization

/// A path to a place in memory that steps pass on, `&list[0].count`, with the handle of the place from the handle that they
/// met last.
package final class FollowedPlace: Sendable {
    private struct Known {
        let handle: Handle
        let trust: MemoryTrust
        /// The version of the table of handles when the place was found.
        let version: UInt64
        let place: Handle
    }

    private let path: PartPath
    private let known = Mutex<Known?>(nil)

    /// Nothing is known of the path yet.
    package init(_ path: PartPath) { self.path = path }

    /// The handle of the place from a handle; nil where ``HeddleDeclarations/Value/place(of:trusting:)`` has to look,
    /// which also says what is wrong.
    package func place(from handle: Handle, trusting trust: MemoryTrust) -> Handle? {
        // Before the walk, so that one that changes meanwhile is gone anew.
        let version = HandleTable.shared.version
        if let known = known.withLock(\.self), known.handle.id == handle.id, known.version == version,
            known.trust == trust
        {
            return known.place
        }
        guard !path.isEmpty, let walk = try? MemoryWalk(from: handle, along: path, behind: 0, trusting: trust),
            case .handle(let place)? = walk.place()
        else { return nil }
        if walk.isFixed {
            known.withLock { $0 = Known(handle: handle, trust: trust, version: version, place: place) }
        }
        return place
    }
}
