// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Planner {
    /// The reason why a step may not work in memory as it does, where somebody restricts that; nil if it may.
    ///
    /// - Parameter action: what it calls; nil for an operation in memory.
    func memoryRefusal(of step: Step, calling action: Action?) -> Diagnostic? {
        guard let allowance = host.registry.allowance else { return nil }
        if let operation = step.operation, let refusal = allowance.refusal(ofMemory: operation.rawValue) {
            return refusal.located(at: step.call.range)
        }
        guard let refusal = allowance.refusal(ofMemory: MemoryOperation.read.rawValue) else { return nil }
        let reference = step.locatedReferences.first { reference in
            let (reference, shape) = (reference.value, saved[reference.value.name]?.shape)
            return reference.isPlace || reference.type != nil || shape?.leadsIntoMemory(reference.part) ?? false
        }
        let path = (step.saves.map(\.path) + step.expectations.map(\.path)).first { path in
            let whole = CallPath(path.value.root)
            return (try? action?.shape(of: whole))?.leadsIntoMemory(path.value.part) ?? false
        }
        return (reference?.range ?? path?.range).map { refusal.located(at: $0) }
    }
}
