// SPDX-License-Identifier: Apache-2.0

/// A step of a case, at which a debugger is to stop.
struct DebuggedStep {
    /// The option that names it, for the command that a debugger runs.
    static let option = "--stop-at"

    /// The name of the case, with that of its row.
    let name: String
    /// The number of the step, from 0.
    let number: Int

    init(_ name: String, _ number: Int) {
        (self.name, self.number) = (name, number)
    }

    /// Reads `2:adds [negative]`.
    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":"), let number = Int(argument[..<colon]) else { return nil }
        self.init(String(argument[argument.index(after: colon)...]), number)
    }

    var argument: String { "\(number):\(name)" }
}
