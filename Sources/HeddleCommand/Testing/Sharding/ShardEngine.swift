// SPDX-License-Identifier: Apache-2.0

import HeddleReport

/// An engine that starts the same command several times, and tells each by variables which one it is.
enum ShardEngine: String, CaseIterable {
    case slurm = "Slurm"
    case kubernetes = "Kubernetes"
    case bazel = "Bazel"
    case gitlab = "GitLab"

    /// A part as an engine says it.
    struct Part {
        let index: Int
        /// Nil if the engine does not say it.
        let count: Int?
        /// The name of the run, which all parts have; nil if the engine gives it none.
        var run: String?
    }

    /// The shard that the variables of an engine name.
    enum Reading {
        /// They are not set.
        case absent
        case part(Part)
        /// They are set, and say no part, for this reason.
        case wrong(String)
    }

    /// The variables that say the part.
    var variables: String {
        switch self {
        case .slurm: "SLURM_ARRAY_TASK_ID"
        case .kubernetes: "JOB_COMPLETION_INDEX"
        case .bazel: "TEST_SHARD_INDEX and TEST_TOTAL_SHARDS"
        case .gitlab: "CI_NODE_INDEX and CI_NODE_TOTAL"
        }
    }

    /// Reads the part from variables of the environment.
    func part(in environment: ShardEnvironment) -> Reading {
        do throws(ShardEnvironment.BadNumber) {
            switch self {
            case .slurm: return try Self.slurmPart(in: environment)
            case .kubernetes: return try Self.counted(from: 0, "JOB_COMPLETION_INDEX", of: nil, in: environment)
            case .bazel: return try Self.counted(from: 0, "TEST_SHARD_INDEX", of: "TEST_TOTAL_SHARDS", in: environment)
            case .gitlab:
                let run = environment.text("CI_PIPELINE_ID").map { "pipeline \($0) of GitLab" }
                return try Self.counted(from: 1, "CI_NODE_INDEX", of: "CI_NODE_TOTAL", run: run, in: environment)
            }
        } catch {
            return .wrong(error.sentence)
        }
    }

    /// The tasks of an array have numbers that need not begin at 0 or 1, such as those of `--array=10-40:10`.
    private static func slurmPart(in environment: ShardEnvironment) throws(ShardEnvironment.BadNumber) -> Reading {
        guard let task = try environment.number("SLURM_ARRAY_TASK_ID") else { return .absent }
        let names = ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT"]
        guard let first = try environment.number(names[0]), let last = try environment.number(names[1]),
            let count = try environment.number(names[2])
        else { return .wrong("SLURM_ARRAY_TASK_ID is set, and \(names.joined(separator: ", ")) are not") }
        let step = max(1, try environment.number("SLURM_ARRAY_TASK_STEP") ?? 1)
        guard first...max(first, last) ~= task, (task - first).isMultiple(of: step), (last - first) / step + 1 == count
        else {
            return .wrong(
                "the array has \(count) tasks from \(first) to \(last) that are not \(step) apart, "
                    + "so task \(task) does not say which part it is")
        }
        let run = environment.text("SLURM_ARRAY_JOB_ID").map { "job \($0) of Slurm" }
        return .part(Part(index: (task - first) / step + 1, count: count, run: run))
    }

    /// A part by a variable that counts the parts from a number on, and by one with their count.
    private static func counted(
        from first: Int, _ index: String, of count: String?, run: String? = nil, in environment: ShardEnvironment
    ) throws(ShardEnvironment.BadNumber) -> Reading {
        let total = try count.flatMap { name throws(ShardEnvironment.BadNumber) in try environment.number(name) }
        guard let place = try environment.number(index) else {
            // GitLab says so where a job is not parallel.
            if total == 1 { return .part(Part(index: 1, count: 1, run: run)) }
            return total.map { .wrong("\(count ?? "") is \($0), and \(index) is not set") } ?? .absent
        }
        if let count {
            guard let total else { return .wrong("\(index) is set, and \(count) is not") }
            guard total > place - first else { return .wrong("\(index) is \(place), and \(count) is \(total)") }
        }
        guard place >= first else { return .wrong("\(index) is \(place), and counts from \(first)") }
        return .part(Part(index: place - first + 1, count: total, run: run))
    }
}

/// The variables of the environment in which the command was started.
struct ShardEnvironment {
    /// A variable that should be a number of parts.
    struct BadNumber: Error {
        let name: String
        let text: String

        var sentence: String { "\(name) is \"\(text)\", expected a whole number" }
    }

    /// The value of a variable; nil if it is not set.
    let value: (String) -> String?

    /// The value of a variable; nil if it is not set, or empty.
    func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// A number of at most nine digits, so that no sum of them overflows.
    func number(_ name: String) throws(BadNumber) -> Int? {
        guard let text = text(name) else { return nil }
        guard text.utf8.count <= 9, let number = Int(text), number >= 0 else { throw BadNumber(name: name, text: text) }
        return number
    }
}
