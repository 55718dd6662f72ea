// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

/// The finding of one aspect around a service.
public struct ServiceFinding: Hashable, Sendable {
    /// The aspect, by its name in behaviours.
    public let aspect: String
    /// The facts. A fact whose name ends in `Ns` is a time in nanoseconds.
    public let facts: [Value.Member]
    /// The expectation that did not hold, in words; nil if all held.
    public let objection: String?

    init(_ aspect: String, _ facts: [Value.Member], objection: String? = nil) {
        self.aspect = aspect
        self.facts = facts
        self.objection = objection
    }

    /// The finding of an observer about the one action whose calls it sees; no facts before the first call.
    init(_ aspect: String, of findings: [Finding]) {
        self.init(aspect, findings.first?.facts ?? [], objection: findings.first?.objection)
    }

    /// An integer fact; nil if there is none of this name.
    public subscript(_ fact: String) -> Int? { facts.first { $0.name == fact }.flatMap { Int($0.value) } }
}

/// The expectations of the calls of a service that did not hold.
public struct UnmetExpectations: Error, Hashable, CustomStringConvertible {
    /// A sentence for each, beginning with the outermost aspect.
    public let objections: [String]

    /// All sentences in one line.
    public var description: String { objections.joined(separator: "; ") }
}

extension Service {
    /// Checks the expectations of calls by `expectingCalls`.
    ///
    /// - Throws: the expectations that do not hold.
    public func verify() throws(UnmetExpectations) {
        let objections = findings.compactMap(\.objection)
        if !objections.isEmpty { throw UnmetExpectations(objections: objections) }
    }
}
