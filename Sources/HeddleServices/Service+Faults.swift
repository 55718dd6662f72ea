// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

extension Service {
    /// Fails every call without calling the service.
    ///
    /// - Parameter error: the error of the calls; by default a `Failure` with the code `fault`.
    public func faulty(error: any Error = Failure.fault) -> some Service<Input, Output> { faulty(.all, error) }

    /// Fails each call whose number is a multiple of `step`; the first call is number 1.
    public func faulty(every step: Int, error: any Error = Failure.fault) -> some Service<Input, Output> {
        faulty(.every(max(1, step)), error)
    }

    /// Fails the calls with these numbers; the first call is number 1.
    public func faulty(calls numbers: Set<Int>, error: any Error = Failure.fault) -> some Service<Input, Output> {
        faulty(.numbers(numbers), error)
    }

    /// Fails random calls, the same ones for the same seed.
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
