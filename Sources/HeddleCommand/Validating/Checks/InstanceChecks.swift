// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign
import HeddleSystem

extension Check {
    /// Promises about the instances of a module. They say nothing about a module without instances.
    static let instances: [Check] = [
        .ofInstances(
            "creates", "The module makes an instance.", needs: "loads", mend: "heddle->fail says why it cannot"
        ) {
            try $0.start()
        },
        .ofInstances(
            "destroys", "The module destroys its instance without a failure.", needs: "creates",
            mend: "free what create has made, and fail in no other way"
        ) { instance in
            try instance.start()
            try instance.stop()
        },
        .ofInstances(
            "creates-again", "The module makes an instance after the last one was destroyed.", needs: "destroys",
            mend: "have create begin anew, whatever was before"
        ) { instance in
            for _ in 0..<2 {
                try instance.start()
                try instance.stop()
            }
        },
        .ofInstances(
            "creates-often", "The module makes and destroys a thousand instances, one after the other.",
            needs: "creates-again", mend: "give back in destroy what create has taken"
        ) { instance in
            for _ in 0..<1000 {
                try instance.start()
                try instance.stop()
            }
        },
        Check(
            "instances-stop-their-timers", "An instance leaves nothing to be run on the main thread behind it.",
            .author, mend: "stop each timer of heddle.main where the instance is destroyed", needs: ["destroys"],
            .running { trial in
                let library = try trial.loadLibrary()
                let instance = try trial.instance(of: library, in: InstanceBox())
                let services = try trial.makeHost().services
                try services.serve {
                    try instance.start()
                    // It may have been made on the main thread, for which functions wait then.
                    _ = services.main.run(on: services)
                    try instance.stop()
                }
                return services.main.drop([library]).map { "it leaves \($0.words)" }
            }),
        Check(
            "instances-are-freed", "The memory of an instance is freed when it is destroyed.", .author,
            mend: "free in destroy all that create has allocated", needs: ["creates-often"],
            unless: ["instances-stop-their-timers"],
            .running { trial in
                let box = InstanceBox()
                let instance = try trial.instance(of: trial.loadLibrary(), in: box)
                let rounds = 200
                func cycle() throws {
                    for _ in 0..<rounds {
                        try instance.start()
                        try instance.stop()
                    }
                }
                // An allocation that happens once, at the first use, is no leak.
                try cycle()
                let earlier = ProcessMemory.allocatedBytes
                try cycle()
                let grown = ProcessMemory.allocatedBytes - earlier
                // The smallest block of malloc has 24 bytes.
                return grown < rounds * 24 ? [] : ["each instance leaves \(grown / rounds) bytes allocated"]
            }),
        .ofTwoInstances(
            "creates-two", "Two instances exist at the same time.",
            mend: "keep the state of an instance in the instance"
        ) { first, second in
            try first.start()
            try second.start()
        },
        .ofTwoInstances(
            "instances-differ", "Two instances are two objects.", needs: "creates-two",
            mend: "allocate each instance"
        ) { first, second in
            try first.start()
            try second.start()
            if first.isSame(as: second) { throw Failure(.failed, "both instances are the same pointer") }
        },
        .ofTwoInstances(
            "destroys-in-any-order", "An instance can be destroyed before those that were made earlier or later.",
            needs: "creates-two", mend: "free nothing in destroy that another instance uses"
        ) { first, second in
            for order in [[0, 1], [1, 0]] {
                let instances = [first, second]
                for instance in instances { try instance.start() }
                for index in order { try instances[index].stop() }
            }
        },
        Check(
            "instances-live-on", "The actions of an instance work on when another one was destroyed.", .author,
            mend: "keep in the instance what its actions use, or count the instances that use it",
            needs: ["destroys-in-any-order", "calls-return"],
            .running { trial in
                if try trial.read().description?.create == nil {
                    throw Skipped(reason: "the module has no instances")
                }
                return try [true, false].flatMap { (isEarlier: Bool) throws -> [String] in
                    let modules = try (trial.load(), trial.load())
                    let (survivor, other) = isEarlier ? modules : (modules.1, modules.0)
                    let calls = survivor.callAll().filter { !$0.hasFailed }
                    other.callAll()
                    // It destroys the instance, as no call is prepared.
                    other.host.close(trial.name)
                    return calls.compactMap { call in
                        let again = survivor.call(call.action, with: call.arguments)
                        guard case .failed(let failure)? = again?.result.outcome else { return nil }
                        return "\(call.words) fails when another instance was destroyed: \(failure.excerpt)"
                    }
                }
            }),
    ]

    /// A promise about one instance; a failure is a finding.
    private static func ofInstances(
        _ name: String, _ promise: String, needs: String, mend: String,
        _ body: @escaping @Sendable (Instance) throws -> Void
    ) -> Check {
        Check(
            name, promise, .author, mend: mend, needs: [needs],
            .running { trial in
                let instance = try trial.instance(of: trial.loadLibrary(), in: InstanceBox())
                return try findings { try body(instance) }
            })
    }

    private static func ofTwoInstances(
        _ name: String, _ promise: String, needs: String = "creates-again", mend: String,
        _ body: @escaping @Sendable (Instance, Instance) throws -> Void
    ) -> Check {
        Check(
            name, promise, .author, mend: mend, needs: [needs],
            .running { trial in
                let library = try trial.loadLibrary()
                let (first, second) = (InstanceBox(), InstanceBox())
                let instances = try (trial.instance(of: library, in: first), trial.instance(of: library, in: second))
                return try findings { try body(instances.0, instances.1) }
            })
    }

    private static func findings(_ body: () throws -> Void) rethrows -> [String] {
        do {
            try body()
            return []
        } catch let failure as Failure {
            return ["\(failure.excerpt)"]
        }
    }
}
