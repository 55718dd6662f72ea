// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The outcomes of many cases.
struct Tally {
    /// A case that came out wrong.
    struct Failure {
        let oracle: OracleCase
        let way: Way
        let compiler: String
        let what: String
    }

    private(set) var right = 0
    private(set) var refused: [String: Int] = [:]
    private(set) var failures: [Failure] = []

    mutating func add(_ verdict: Verdict, _ oracle: OracleCase, _ way: Way, _ compiler: String) {
        switch verdict {
        case .right: right += 1
        case .refused(let reason): refused["\(way.rawValue): \(reason.withoutNames)", default: 0] += 1
        case .wrong(let what): failures.append(Failure(oracle: oracle, way: way, compiler: compiler, what: what))
        case .crashed: failures.append(Failure(oracle: oracle, way: way, compiler: compiler, what: "it crashed"))
        }
    }

    /// Adds what came of others.
    mutating func add(_ other: Tally) {
        right += other.right
        refused.merge(other.refused, uniquingKeysWith: +)
        failures += other.failures
    }

    /// How often each came out, and why what was refused was refused.
    var summary: String {
        """
        right \(right), refused \(refused.values.reduce(0, +)), wrong \(failures.count)
        \(list(refused))\(list(wrong))
        """
    }

    private var wrong: [String: Int] {
        failures.reduce(into: [:]) { $0["wrong, \($1.way.rawValue): \($1.kind)", default: 0] += 1 }
    }

    private func list(_ counts: [String: Int]) -> String {
        counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "  \($0.value) × \($0.key)\n" }.joined()
    }
}

extension Tally.Failure {
    /// The error without names and numbers: failures of one kind are likely to have one cause.
    fileprivate var kind: String { what.withoutNames.replacing(/\b[0-9a-f]*[0-9][0-9a-f.+e-]*/, with: "…") }
}

extension Tally.Failure {
    /// The smallest case that fails in the same way of running it.
    func shrunk() throws -> Tally.Failure {
        var last = self
        _ = try oracle.shrunk { batch in
            let failures = try batch.runThroughHeddle().failures.filter { $0.way == way }
            if let first = failures.first { last = first }
            return Set(failures.map(\.oracle.number))
        }
        return last
    }
}

extension Tally.Failure: CustomStringConvertible {
    var description: String {
        """
        case \(oracle.number) of \(oracle.origin), \(way.rawValue), compiled by \(compiler): \(what)
        \(oracle.typeText)\(oracle.declaration);
        with \(oracle.parameters.map(\.value.json).joined(separator: ", ")) -> \(oracle.result?.value.json ?? "void")

        """
    }
}
