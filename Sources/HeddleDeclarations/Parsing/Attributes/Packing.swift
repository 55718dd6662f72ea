// SPDX-License-Identifier: Apache-2.0

/// The state of `#pragma pack`: the alignment that no member of a structure may exceed.
struct Packing {
    /// The largest alignment of members, in bytes; nil where nothing limits it.
    private(set) var limit: Int?
    private var saved: [(name: String?, limit: Int?)] = []

    mutating func set(_ limit: Int?) { self.limit = limit }

    mutating func push(_ name: String?) { saved.append((name, limit)) }

    /// Goes back to what was pushed last or, with a name, to what was pushed under it; false where nothing was.
    mutating func pop(_ name: String?) -> Bool {
        guard let place = saved.lastIndex(where: { name == nil || $0.name == name }) else { return false }
        limit = saved[place].limit
        saved.removeSubrange(place...)
        return true
    }
}
