// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// Plans the steps that are plain and right at a glance. What it leaves may be right as well, and is for ``CallPlanner``.
struct StepPacker {
    private let source: Steps
    private let action: (ActionName) -> Action?
    private var reader: PlainStepReader
    /// The indices of sites, by the numbers of the reader's calls.
    private var sites: [Site] = []

    private enum Site {
        case unknown
        case none
        case known(Int)
    }

    /// - Parameter action: finds the action of a call; nil where there is something to say of it.
    init(_ source: Steps, action: @escaping (ActionName) -> Action?) {
        self.source = source
        self.action = action
        reader = source.plainReader
    }

    /// Plans the step at an index; nil where it is left.
    mutating func pack(_ index: Int, into steps: inout PlannedSteps) -> PackedStep? {
        guard source.readPlain(index, into: &reader), let number = site(of: reader.step.call, at: index, &steps) else {
            return nil
        }
        return pack(reader.step, site: number, steps)
    }

    private func pack(_ step: PlainStep, site number: Int, _ steps: PlannedSteps) -> PackedStep? {
        let packing = steps.sites[number].packing
        var expectation = PackedStep.Expectation.nothing
        var expected: Int64 = 0
        if let result = step.expectation?.result {
            guard packing.mayReturn(result) else { return nil }
            expectation = .written
            if packing.returnsInteger, case .integer(let integer) = result {
                (expectation, expected) = (.packed, integer)
            }
        }
        return packing.pack(step.arguments, in: source.file.bytes, expecting: expected, into: steps.arguments)
            .map { PackedStep(site: number, $0, expectation) }
    }

    private mutating func site(of call: Int, at index: Int, _ steps: inout PlannedSteps) -> Int? {
        while sites.count <= call { sites.append(.unknown) }
        if case .unknown = sites[call] {
            let site = action(source[index].call.value).flatMap(CallSite.init)
            sites[call] = site.map { .known(steps.add($0)) } ?? .none
        }
        if case .known(let number) = sites[call] { return number }
        return nil
    }
}
