// SPDX-License-Identifier: Apache-2.0

extension Batch {
    /// Runs all cases in every way through Heddle, as each compiler has compiled them.
    func runThroughHeddle() throws -> Tally {
        var tally = Tally()
        let runners = try Self.compilers.map { ($0, try HeddleRunner(library($0))) }
        for oracle in cases {
            let declared = Result { try DeclaredCase(oracle) }
            for (compiler, runner) in runners {
                for way in Way.allCases where way != .callback || oracle.declared == nil {
                    tally.add(verdict(of: runner, on: declared, oracle, way), oracle, way, compiler)
                }
            }
        }
        return tally
    }

    private func verdict(
        of runner: HeddleRunner, on declared: Result<DeclaredCase, any Error>, _ oracle: OracleCase, _ way: Way
    ) -> Verdict {
        let isDisputed = crossCheck.numbers.contains(oracle.number)
        let verdict = runner.run(declared, way, isDisputed: isDisputed)
        return isDisputed ? verdict : judge(verdict)
    }

    /// Where the compilers agree a refusal must be for what they do not agree about elsewhere: that they do so here is
    /// chance, such as when all registers are taken. Or it is for what libffi alone cannot do.
    private func judge(_ verdict: Verdict) -> Verdict {
        guard case .refused(let reason) = verdict, !Self.disputed.contains(where: reason.contains) else {
            return verdict
        }
        return .wrong("it was refused: \(reason)")
    }

    private static let disputed = [
        "which gcc and clang pass differently", "gcc and clang pass it differently",
        "which compilers pass in different ways", "and libffi aligns them to 16",
    ]
}
