// SPDX-License-Identifier: Apache-2.0

/// What a call of an action needs beyond its function, which most need nothing of: one number that is looked at.
struct CallNeeds: OptionSet {
    let rawValue: UInt8

    /// Something that may not be there: an instance, or the function of an entry of a table.
    static let target = CallNeeds(rawValue: 1)
    /// To pass the gate of its module's build.
    static let gate = CallNeeds(rawValue: 2)
    /// The action of another build, which has taken the place of its own.
    static let successor = CallNeeds(rawValue: 4)
}
