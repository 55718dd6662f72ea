// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// Keeps replaced chains alive until every thread that could hold one has left the call that it was in.
///
/// A calling thread only marks, with plain stores, that it is inside of a call and that it reads a chain. The rare
/// replacement pays instead: it makes the marks of all threads visible with `membarrier` and notes which threads are
/// inside. A thread that has read no chain since before this one was woven does not hold it: one that blocks inside of
/// a call holds the chains of its calls, and none that came later. Where the kernel has no `membarrier`, replaced
/// chains are kept for the life of the process.
@safe final class EpochReclaimer: Sendable {
    static let shared = EpochReclaimer()

    private struct Retired {
        let chain: WovenChain
        /// The threads that were inside and have not been seen to leave.
        var witnesses: [ThreadInCall]
    }

    /// The chains that wait, each for one thread at a time: there are as many groups as threads inside, and a chain
    /// goes from one to another once at most for each thread that was inside when it was replaced.
    private struct Waiting {
        var groups: [ThreadInCall: [Retired]] = [:]
        /// Chains that no thread holds.
        var free: [WovenChain] = []
        /// Chains that are kept, as nobody knows who holds them.
        var kept: [WovenChain] = []

        /// Puts a chain behind a thread that has not left, if there is one.
        mutating func add(_ retired: Retired) {
            var retired = retired
            while let last = retired.witnesses.popLast() {
                if !last.hasLeft { return groups[last, default: []].append(retired) }
            }
            free.append(retired.chain)
        }

        /// Takes the chains that no thread can hold any more.
        mutating func takeFree() -> [WovenChain] {
            for witness in groups.keys.filter(\.hasLeft) {
                for retired in groups.removeValue(forKey: witness) ?? [] { add(retired) }
            }
            defer { free = [] }
            return free
        }

        var count: Int { groups.values.reduce(free.count + kept.count) { $0 + $1.count } }
    }

    private let waiting = Mutex(Waiting())

    /// Takes over a chain that no new call can get, until ``release()``.
    func retire(_ chain: WovenChain?) {
        guard let chain else { return }
        let witnesses = heddle_barrier() ? ThreadInCall.all.filter { !chain.earlierThreads.contains($0) } : nil
        waiting.withLock { waiting in
            if let witnesses {
                waiting.add(Retired(chain: chain, witnesses: witnesses))
            } else {
                waiting.kept.append(chain)
            }
        }
    }

    /// Releases the chains that no thread can hold any more, in a time that depends on the threads inside and not on the
    /// chains that wait for them.
    func release() {
        // Released outside of the lock: a hook's closure may do anything when it goes.
        let released = waiting.withLock { $0.takeFree() }
        withExtendedLifetime(released) {}
    }

    /// The number of chains that wait.
    var count: Int { waiting.withLock { $0.count } }
}
