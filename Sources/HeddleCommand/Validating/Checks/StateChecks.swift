// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleForeign

extension Check {
    /// Promises about the state that a module hands on when it is reloaded. They say nothing about one that hands on
    /// none.
    static let states: [Check] = [
        Check(
            "state-comes-back", "What one instance has saved, another one takes over, and saves alike.", .author,
            mend: "save all that load takes over, and nothing that differs between two instances, such as an address",
            needs: ["loads"],
            .running { trial in
                let (first, second) = try (trial.stateful(), trial.stateful())
                let saved: [UInt8]
                let again: [UInt8]
                do throws(Failure) {
                    saved = try first.save()
                    try second.load(saved)
                    again = try second.save()
                } catch {
                    return ["\(error.excerpt)"]
                }
                return saved == again ? [] : ["it saved \(words(saved)), and behind load \(words(again))"]
            }),
        Check(
            "state-bears-nonsense", "A state that is none is taken over or refused, and ends no process.", .author,
            mend: "compare the size and the version of what load gets, before anything else of it is read",
            needs: ["state-comes-back"],
            .running { trial in
                let saved = try trial.stateful().save()
                var generator = SplitMix64(seed: trial.seed)
                for bytes in nonsense(like: saved, by: &generator) {
                    let instance = try trial.stateful()
                    // Its failure is what it should be.
                    do throws(Failure) { try instance.load(bytes) } catch {}
                }
                return []
            }),
    ]

    /// States that are none: no bytes, too few, too many, and others.
    private static func nonsense(
        like saved: [UInt8], by generator: inout some RandomNumberGenerator
    ) -> [[UInt8]] {
        func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255, using: &generator) } }
        let cut = [1, saved.count / 2, saved.count - 1].filter { 0..<saved.count ~= $0 }.map { Array(saved.prefix($0)) }
        let others = [1, 7, 8, 64, 4096].map(random) + (0..<32).map { _ in random(saved.count) }
        return [[], saved + [0]] + cut + others
    }

    private static func words(_ bytes: [UInt8]) -> String { "\(Value.bytes(Array(bytes.prefix(32))).json)" }
}

/// An instance of a module, or a module without instances, that hands its state on.
private struct StatefulModule {
    let state: ModuleState
    let box: InstanceBox
    /// Nil for a module without instances.
    let instance: Instance?

    func save() throws(Failure) -> [UInt8] { try state.save(from: box) }
    func load(_ bytes: [UInt8]) throws(Failure) { try state.load(bytes, into: box) }
}

extension Trial {
    /// A new instance of a module that hands its state on.
    ///
    /// - Throws: that the module hands on none.
    fileprivate func stateful() throws -> StatefulModule {
        let library = try loadLibrary()
        guard let state = try library.state(by: .preferred) else {
            throw Check.Skipped(reason: "the module hands no state on")
        }
        let box = InstanceBox()
        let instance = try Instance(of: library, named: name, config: config, box: box)
        try instance?.start()
        return StatefulModule(state: state, box: box, instance: instance)
    }
}
