// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

/// What one aspect around a service has found out.
public struct ServiceFinding: Hashable, Sendable {
    /// The aspect, by its name in behaviours.
    public let aspect: String
    /// What was found out; a fact whose name ends in `Ns` is a time in nanoseconds.
    public let facts: [Value.Member]
    /// What was expected and did not hold, in words; nil where all held.
    public let objection: String?

    init(_ aspect: String, _ facts: [Value.Member], objection: String? = nil) {
        self.aspect = aspect
        self.facts = facts
        self.objection = objection
    }

    /// What an observer has to say of the one action whose calls it sees; no facts before the first call.
    init(_ aspect: String, of findings: [Finding]) {
        self.init(aspect, findings.first?.facts ?? [], objection: findings.first?.objection)
    }

    /// A fact that is a whole number; nil where there is none of this name.
    public subscript(_ fact: String) -> Int? { facts.first { $0.name == fact }.flatMap { Int($0.value) } }
}

/// What was expected of the calls of a service and did not hold.
public struct UnmetExpectations: Error, Hashable, CustomStringConvertible {
    /// Each in a sentence, the outermost aspect's first.
    public let objections: [String]

    /// All of it in one line.
    public var description: String { objections.joined(separator: "; ") }
}

extension Service {
    /// Checks that all calls were made that were expected, and no others.
    ///
    /// - Throws: what does not hold.
    public func verify() throws(UnmetExpectations) {
        let objections = findings.compactMap(\.objection)
        if !objections.isEmpty { throw UnmetExpectations(objections: objections) }
    }
}
