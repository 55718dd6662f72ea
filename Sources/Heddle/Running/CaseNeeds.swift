// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The needs between the cases of a list, by their positions.
struct CaseNeeds {
    private let needs: [[Int]]

    /// - Parameter needs: for each place those that it needs, without a circle.
    init(_ needs: [[Int]]) {
        self.needs = needs
    }

    /// The places that are connected by needs, in their order; the groups in the order of their first places.
    var groups: [[Int]] {
        var leaders = Array(needs.indices)
        for (place, needed) in needs.enumerated() {
            for other in needed { join(place, other, &leaders) }
        }
        var groups: [Int: [Int]] = [:]
        for place in needs.indices { groups[leader(of: place, &leaders), default: []].append(place) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    /// All places in a random order, each behind those that it needs.
    func order(using generator: inout some RandomNumberGenerator) -> [Int] {
        DependencyOrder(needs, from: needs.indices.shuffled(using: &generator)).order
    }

    // MARK: Groups

    /// The leader of a group is its first place.
    private func leader(of place: Int, _ leaders: inout [Int]) -> Int {
        var place = place
        while leaders[place] != place {
            leaders[place] = leaders[leaders[place]]
            place = leaders[place]
        }
        return place
    }

    private func join(_ first: Int, _ second: Int, _ leaders: inout [Int]) {
        let (first, second) = (leader(of: first, &leaders), leader(of: second, &leaders))
        leaders[max(first, second)] = min(first, second)
    }
}
