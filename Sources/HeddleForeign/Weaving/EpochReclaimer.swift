// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// Keeps replaced chains alive until every thread that could hold one has left the call that it was in.
///
/// A calling thread only marks, with a plain store, that it is inside of a call. The rare replacement pays instead: it
/// makes the marks of all threads visible with `membarrier` and notes which threads are inside. Where the kernel has
/// no `membarrier`, replaced chains are kept for the life of the process.
@safe final class EpochReclaimer: Sendable {
    static let shared = EpochReclaimer()

    private struct Retired {
        let chain: WovenChain
        /// The threads that were inside; nil when that cannot be known.
        let witnesses: [Witness]?

        var isFree: Bool { witnesses?.allSatisfy(\.hasLeft) ?? false }
    }

    /// Records of threads are never released.
    @safe private struct Witness: @unchecked Sendable {
        let witness: heddle_witness

        var hasLeft: Bool { unsafe heddle_has_left(witness) }
    }

    private let retired = Mutex<[Retired]>([])

    /// Takes over a chain that no new call can get, until ``release()``.
    func retire(_ chain: WovenChain?) {
        guard let chain else { return }
        let witnesses = heddle_barrier() ? Self.insideNow() : nil
        retired.withLock { $0.append(Retired(chain: chain, witnesses: witnesses)) }
    }

    /// Releases the chains that no thread can hold any more.
    func release() {
        // Released outside of the lock: a hook's closure may do anything when it goes.
        let released = retired.withLock { retired in
            // Each is asked once: threads leave their calls meanwhile.
            let isFree = retired.map(\.isFree)
            defer { retired = zip(retired, isFree).filter { !$1 }.map(\.0) }
            return zip(retired, isFree).filter { $1 }.map(\.0.chain)
        }
        withExtendedLifetime(released) {}
    }

    /// How many chains wait.
    var count: Int { retired.withLock { $0.count } }

    private static func insideNow() -> [Witness] {
        var capacity = 64
        while true {
            var count = 0
            let found = unsafe [heddle_witness](unsafeUninitializedCapacity: capacity) { buffer, filled in
                count = unsafe heddle_witnesses(buffer.baseAddress, capacity)
                filled = min(count, capacity)
            }
            if count <= capacity { return unsafe found.map { unsafe Witness(witness: $0) } }
            capacity = count * 2
        }
    }
}
