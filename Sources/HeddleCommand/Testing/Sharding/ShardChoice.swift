// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The part that this command runs, and the name of the run that all parts have.
struct ShardChoice {
    let index: Int
    let count: Int
    let run: String?

    /// The part that was chosen. Bazel is told that its variables were heeded.
    ///
    /// - Throws: why the environment does not say which part that is.
    init(_ option: ShardOption, in environment: ShardEnvironment) throws(Diagnostic) {
        switch option {
        case .part(let shard): (index, count, run) = (shard.index, shard.count, nil)
        case .auto(let said):
            let found = try Self.found(in: environment, said)
            let part = try Self.part(of: found, said)
            (index, count, run) = (part.index, part.count, part.run)
        }
        // Without this file Bazel takes it that the test runs all cases in each part.
        if let file = environment.text("TEST_SHARD_STATUS_FILE") { try Self.touch(file) }
    }

    private typealias Found = (engine: ShardEngine, part: ShardEngine.Part)

    /// The shards that the engines name. GitLab counts a job that is not parallel as one of one, which contradicts nobody.
    private static func found(in environment: ShardEnvironment, _ said: Int?) throws(Diagnostic) -> [Found] {
        var found: [Found] = []
        for engine in ShardEngine.allCases {
            switch engine.part(in: environment) {
            case .absent: break
            case .part(let part): found.append((engine, part))
            case .wrong(let reason): throw .noShard("\(engine.rawValue) does not say which part this is: \(reason)")
            }
        }
        return found.count > 1 ? found.filter { $0.part.count != 1 } : found
    }

    private static func part(
        of found: [Found], _ said: Int?
    ) throws(Diagnostic) -> (index: Int, count: Int, run: String?) {
        guard let (engine, part) = found.first else {
            let variables = ShardEngine.allCases.map { "\($0.variables) of \($0.rawValue)" }.joined(separator: ", ")
            throw .noShard("no engine says which part this is: none is set of \(variables)")
        }
        let agree = found.allSatisfy { $0.part.index == part.index && $0.part.count == part.count }
        if !agree {
            let parts = found.map { engine, part in
                "\(engine.rawValue) says \(part.index)" + (part.count.map { " of \($0)" } ?? "")
            }
            throw .noShard("engines contradict each other: \(parts.joined(separator: ", "))")
        }
        if let said, let count = part.count, said != count {
            throw .noShard("\(engine.rawValue) says \(count) parts, --shard says \(said)")
        }
        guard let count = part.count ?? said else {
            throw .noShard(
                "\(engine.rawValue) says that this is part \(part.index), and not of how many",
                mend: "say their number, such as --shard auto/5")
        }
        guard part.index <= count else {
            throw .noShard("\(engine.rawValue) says that this is part \(part.index), --shard says \(count) parts")
        }
        return (part.index, count, part.run)
    }

    private static func touch(_ file: String) throws(Diagnostic) {
        do throws(SystemFailure) {
            System.close(try System.open(file, [.forWriting, .creating]))
        } catch {
            throw Diagnostic(
                .error, error.subject(or: .usage), code: .report(.unwritable),
                "the file \(file) that TEST_SHARD_STATUS_FILE names cannot be written: \(error.message)")
        }
    }
}

extension Diagnostic {
    fileprivate static func noShard(_ message: String, mend: String = "say the part, such as --shard 2/5") -> Diagnostic
    {
        Diagnostic(.error, .usage, code: .cases(.shard), message, suggestion: mend)
    }
}
