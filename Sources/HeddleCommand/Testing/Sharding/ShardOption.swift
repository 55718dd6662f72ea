// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleReport

/// The part of the cases that runs, as the command line says it.
enum ShardOption {
    /// The part itself, such as `2/5`.
    case part(RunStartEvent.Shard)
    /// The part that the engine says which started the command, and the number of parts if that was said.
    case auto(count: Int?)

    /// Reads `2/5`, `auto` or `auto/5`.
    init(argument: String) throws {
        let words = argument.split(separator: "/", omittingEmptySubsequences: false)
        let count = words.count == 2 ? Int(words[1]) : nil
        if words.first == "auto", words.count == 1 || count.map({ $0 >= 1 }) == true {
            self = .auto(count: count)
        } else if let count, let index = Int(words[0]), index >= 1, index <= count {
            self = .part(RunStartEvent.Shard(index: index, of: count))
        } else {
            throw ValidationError(
                "\(argument) is not a part such as 2/5, the second of five, and not auto or auto/5")
        }
    }
}
