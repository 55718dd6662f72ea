// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleJSON

/// A key of a step.
enum StepKey: String, CaseIterable {
    /// The action that is called.
    case call
    case with
    case save
    case expect
    /// Operations in memory, with their targets.
    case new, read, write
    /// The value that such an operation writes.
    case value
    case atMost
    /// A loop, the most rounds that it may have, and the condition that ends it.
    case `repeat`, times, until
    /// The condition that decides which steps are next, these steps, and the reason for leaving the first ones out.
    case `if`, then, `else`, reason

    /// Those that hold the targets of operations in memory.
    static let ofOperations = MemoryOperation.ofOwnKeys.compactMap { StepKey(rawValue: $0.rawValue) }

    /// Those that say what a step does.
    static let ofSubjects = [StepKey.call] + ofOperations

    /// Returns whether an object has it.
    func isKey(of node: JSONNode) -> Bool {
        guard case .object(let members) = node.content else { return false }
        return members.contains { $0.name == rawValue }
    }
}
