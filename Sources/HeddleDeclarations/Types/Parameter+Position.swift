// SPDX-License-Identifier: Apache-2.0

/// Counts and expressions name parameters by their positions too, from 1 as in messages: `$2` is the second one.
extension Parameter {
    /// The name of a parameter by its position.
    package static func positionName(_ index: Int) -> String { "$\(index + 1)" }

    /// The index of the parameter that is named by its position; nil if the name is none of a position.
    package static func index(ofPosition name: String, among count: Int) -> Int? {
        guard name.hasPrefix("$"), let position = Int(name.dropFirst()), (1...max(1, count)).contains(position),
            count > 0
        else { return nil }
        return position - 1
    }
}
