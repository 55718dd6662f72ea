// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Foreign

/// A step of literals, without what it shares with others.
struct PackedStep {
    /// What the step expects.
    enum Expectation: UInt8 {
        case nothing
        /// That the result is the whole number that was packed beside the arguments.
        case packed
        /// That the result is what the behaviour says, which is read again when it is to be known.
        case written
    }

    private let siteIndex: UInt32
    let arguments: PackedArguments.Index
    let expectation: Expectation

    init(site: Int, _ arguments: PackedArguments.Index, _ expectation: Expectation) {
        siteIndex = UInt32(site)
        self.arguments = arguments
        self.expectation = expectation
    }

    /// The index of what it calls.
    var site: Int { Int(siteIndex) }
}

/// What the steps of a plan share with those of its cases.
final class PackedCalls {
    /// What they call.
    private(set) var sites: [CallSite] = []
    /// What they call it with.
    let arguments = PackedArguments()
    /// Reads again what is not kept of them.
    var reader: PlainStepReader
    /// How many steps that could be planned again may still be kept as they were planned.
    var room = 1 << 12

    init(_ steps: Steps) {
        reader = steps.plainReader
    }

    /// Adds something that packed steps call; returns its index.
    func add(_ site: CallSite) -> Int {
        sites.append(site)
        return sites.count - 1
    }
}

/// What packed steps of one action share: the memory of one call, which each of them fills in turn.
final class CallSite {
    let action: Action
    let packing: CallPacking
    let call: PreparedCall

    /// Nil for an action whose steps must have memory of their own.
    init?(_ action: Action) {
        guard let packing = CallPacking(action) else { return nil }
        self.action = action
        self.packing = packing
        call = PreparedCall(action)
    }
}
