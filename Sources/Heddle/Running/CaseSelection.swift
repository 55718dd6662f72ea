// SPDX-License-Identifier: Apache-2.0

public import Report

/// Which cases are meant: those that have one of some names and one of some tags.
public struct CaseSelection: Sendable {
    private let names: [String]
    private let tags: [String]

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - names: patterns, in which `*` stands for any run of characters; a case with rows has its own name and theirs.
    ///     Without any, every name is meant.
    ///   - tags: without any, every case is meant, whatever its tags.
    public init(names: [String] = [], tags: [String] = []) {
        self.names = names
        self.tags = tags
    }

    /// Whether a case is meant.
    public func contains(_ plan: CasePlan) -> Bool {
        let isNamed = names.isEmpty || names.contains { plan.name.fits($0) || plan.family.fits($0) }
        return isNamed && (tags.isEmpty || plan.tags.contains(where: tags.contains))
    }

    /// Those of some cases that are meant, with those that they need, in their order.
    public func cases(of all: [CasePlan]) -> [CasePlan] {
        var wanted = Set(all.filter(contains).map(\.name))
        // Each stands behind those that it needs.
        for plan in all.reversed() where wanted.contains(plan.name) { wanted.formUnion(plan.needs) }
        return all.filter { wanted.contains($0.name) }
    }
}

extension String {
    /// Whether a pattern matches all of it, `*` standing for any run of characters.
    fileprivate func fits(_ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return self == pattern }
        guard hasPrefix(first) else { return false }
        var rest = dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

/// How the cases of a behaviour have ended so far, for those that need others.
public struct CaseLedger: Sendable {
    private var passed: Set<String> = []

    /// A ledger of no cases.
    public init() {}

    /// Notes how a case ended.
    public mutating func note(_ outcome: CaseOutcome, of plan: CasePlan) {
        if outcome.isGood { passed.insert(plan.name) } else { passed.remove(plan.name) }
    }

    /// Why a case is not to be run; nil where all that it needs has passed.
    public func obstacle(to plan: CasePlan) -> String? {
        plan.needs.first { !passed.contains($0) }.map { "it needs \"\($0)\", which has not passed" }
    }
}
