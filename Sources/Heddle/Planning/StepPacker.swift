// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// Plans the steps that are plain and right at a glance, those of a behaviour and of its cases. What it leaves may be
/// right as well, and is for ``CallPlanner``.
///
/// It knows the actions with the hooks that are woven when it first meets them.
final class StepPacker {
    private let calls: PackedCalls
    private let action: (ActionName) -> Action?
    /// The indices of sites, by the numbers of the reader's calls.
    private var sites: [Site] = []

    private enum Site {
        case unknown
        case none
        case known(Int)
    }

    /// - Parameter action: finds the action of a call; nil where there is something to say of it.
    init(into calls: PackedCalls, action: @escaping (ActionName) -> Action?) {
        self.calls = calls
        self.action = action
    }

    /// Plans one of some steps; nil where it is left.
    func pack(_ index: Int, of steps: Steps) -> PackedStep? {
        guard steps.readPlain(index, into: &calls.reader),
            let number = site(of: calls.reader.step.call, at: index, of: steps)
        else { return nil }
        return pack(calls.reader.step, site: number, in: steps.file.bytes)
    }

    private func pack(_ step: PlainStep, site number: Int, in text: [UInt8]) -> PackedStep? {
        let packing = calls.sites[number].packing
        var expectation = PackedStep.Expectation.nothing
        var expected: Int64 = 0
        if let result = step.expectation?.result {
            guard packing.mayReturn(result, in: text) else { return nil }
            expectation = .written
            if packing.returnsInteger, case .integer(let integer) = result {
                (expectation, expected) = (.packed, integer)
            }
        }
        return packing.pack(step.arguments, in: text, expecting: expected, into: calls.arguments)
            .map { PackedStep(site: number, $0, expectation) }
    }

    private func site(of call: Int, at index: Int, of steps: Steps) -> Int? {
        while sites.count <= call { sites.append(.unknown) }
        if case .unknown = sites[call] {
            let site = action(steps[index].call.value).flatMap(CallSite.init)
            sites[call] = site.map { .known(calls.add($0)) } ?? .none
        }
        if case .known(let number) = sites[call] { return number }
        return nil
    }
}
