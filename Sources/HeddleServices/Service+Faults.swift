// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

extension Service {
    /// Fails every call, and the service is not asked.
    ///
    /// - Parameter error: what calls fail with; unless given it is a `Failure` with the code `fault`.
    public func faulty(error: any Error = Failure.fault) -> some Service<Input, Output> { faulty(.all, error) }

    /// Fails each call whose number is a multiple of another, from the first call on, which is number 1.
    public func faulty(every step: Int, error: any Error = Failure.fault) -> some Service<Input, Output> {
        faulty(.every(max(1, step)), error)
    }

    /// Fails the calls of some numbers; the first call is number 1.
    public func faulty(calls numbers: Set<Int>, error: any Error = Failure.fault) -> some Service<Input, Output> {
        faulty(.numbers(numbers), error)
    }

    /// Fails calls by chance, the same in each run of a seed.
    ///
    /// - Parameter probability: from 0 to 1.
    public func faulty(
        probability: Double, seed: UInt64 = 0, error: any Error = Failure.fault
    ) -> some Service<Input, Output> {
        faulty(.probability(probability, seed: seed), error)
    }

    private func faulty(_ choice: FaultRule.Choice, _ error: any Error) -> RuledService<Self> {
        let rule = FaultRule(choice, error)
        return RuledService(self, "fault", rule) { _ in rule.course() }
    }
}

extension Failure {
    /// The failure of calls that are made to fail.
    public static var fault: Failure { FaultRule.defaultFailure }
}
