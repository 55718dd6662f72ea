// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Planner {
    /// Finds the types of the casts in a step.
    mutating func resolveCasts(in references: [Located<Reference>]) {
        for reference in references {
            guard let text = reference.value.type, calls.casts[text] == nil else { continue }
            do throws(Diagnostic) {
                calls.casts[text] = try pointer(text, at: reference.range) {
                    let pointer = reference.value.withoutType
                    let shape = try? saved[pointer.name]?.shape.target(of: pointer, casts: [:])
                    return shape.map { $0.isHandle ? "write (\(text) *)\(pointer)" : Self.adviceOnNumber(pointer) }
                }
            } catch {
                // A module that was left out, or whose annotations are wrong, may have the type.
                if !behaviour.leavesOut.module, !modules.mayMisjudgeValues { mistakes.append(error) }
            }
        }
    }

    /// The type that a step reads a pointer as; nil for its own.
    func cast(of step: Step, from type: CType) throws(Diagnostic) -> CType? {
        let target = MemoryOperation.read.target(of: step.call.value)
        guard target.utf8.first == UInt8(ascii: "("), let text = Reference(target)?.type else { return nil }
        let goal = try pointer(text, at: step.call.range) {
            type.isPointer ? nil : Reference(target).map { Self.adviceOnNumber($0.withoutType) }
        }
        // The kernel copies a text, and finds out where there is none.
        let isText = goal.isText && type.isPointerToBytes
        guard type.isPointer, isText || behaviour.policy.memory == .trusted else {
            throw Diagnostic(
                code: .call(.misfit),
                "nothing says that \(step.call.range.excerpt) is right: the place is declared as \(type)",
                at: step.call.range)
        }
        return goal
    }

    /// The type of a cast.
    ///
    /// - Parameter mend: the way to write what a cast to another type means; nil where that is not known.
    private func pointer(
        _ text: String, at range: SourceRange, mend: () -> String?
    ) throws(Diagnostic) -> CType {
        let (type, _) = try self.type(written: text, at: range)
        if type.isPointer { return type }
        throw Diagnostic(
            code: .call(.misfit), "\(range.excerpt) casts to \(text), expected a pointer", at: range,
            suggestion: mend())
    }

    /// The advice on a cast of what is no pointer.
    private static func adviceOnNumber(_ reference: Reference) -> String {
        "write \(reference) without the cast: it is converted where it is taken"
    }
}

extension CType {
    /// True for a pointer to integers of one byte.
    fileprivate var isPointerToBytes: Bool {
        guard case .pointer(let target, _) = canonical, case .integer(let type) = target.canonical else { return false }
        return type.size == 1
    }
}
