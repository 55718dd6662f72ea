// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// A thread that was inside of a woven call at some moment. Records of threads are never released.
@safe struct ThreadInCall: Hashable, @unchecked Sendable {
    private let witness: heddle_witness

    /// The threads that are inside of a call now.
    static var all: [ThreadInCall] {
        var capacity = 64
        while true {
            var count = 0
            let found = unsafe [heddle_witness](unsafeUninitializedCapacity: capacity) { buffer, filled in
                count = unsafe heddle_witnesses(buffer.baseAddress, capacity)
                filled = min(count, capacity)
            }
            if count <= capacity { return unsafe found.map { unsafe ThreadInCall(witness: $0) } }
            capacity = count * 2
        }
    }

    /// True if it was about to read the chain of an action then.
    var isReading: Bool { unsafe witness.reads % 2 == 1 }

    /// True if it has left the outermost call that it was in then.
    var hasLeft: Bool { unsafe heddle_has_left(witness) }

    static func == (left: Self, right: Self) -> Bool {
        unsafe left.witness.thread == right.witness.thread && left.witness.mark == right.witness.mark
            && left.witness.reads == right.witness.reads
    }

    func hash(into hasher: inout Hasher) {
        unsafe hasher.combine(witness.thread)
        unsafe hasher.combine(witness.mark)
        unsafe hasher.combine(witness.reads)
    }
}
