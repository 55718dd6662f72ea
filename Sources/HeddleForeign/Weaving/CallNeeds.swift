// SPDX-License-Identifier: Apache-2.0

/// The needs of a call beyond its function, as one number that is looked at: most calls have none.
struct CallNeeds: OptionSet {
    let rawValue: UInt8

    /// Something that may not be there: an instance, or the function of an entry of a table.
    static let target = CallNeeds(rawValue: 1)
    /// To pass the gate of its module's build.
    static let gate = CallNeeds(rawValue: 2)
    /// The action of another build, which has taken the place of its own.
    static let successor = CallNeeds(rawValue: 4)
}
