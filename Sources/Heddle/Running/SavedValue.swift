// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The values that steps have saved so far, by name.
typealias SavedValues = [String: SavedValue]

/// A value that a step has saved, and what it was a part of.
struct SavedValue {
    let value: Value
    let action: Action
    /// The way to it in what the action came to.
    let path: CallPath

    /// A part of it; nil where there is none.
    func part(at path: PartPath) -> Value? { value.part(at: path) }

    /// The same, an enumerator as its number.
    func number(at part: PartPath) -> Value? {
        let whole = path.leading(on: part)
        let enumeration = try? action.shape(of: whole).enumeration
        return self.part(at: part).map { enumeration?.number(of: $0) ?? $0 }
    }
}

extension Template {
    /// The value with every reference replaced; nil when one refers to what was not saved.
    ///
    /// - Parameter part: what a reference stands for.
    func filled(
        from saved: SavedValues, by part: (SavedValue, PartPath) -> Value? = { $0.part(at: $1) }
    ) -> Value? {
        switch self {
        case .literal(let value): return value
        case .reference(let reference): return saved[reference.name].flatMap { part($0, reference.part) }
        case .array(let elements):
            let values = elements.compactMap { $0.value.filled(from: saved, by: part) }
            return values.count == elements.count ? .array(values) : nil
        case .object(let members):
            let filled = members.compactMap { member in
                member.value.value.filled(from: saved, by: part).map { Value.Member(member.name.value, $0) }
            }
            return filled.count == members.count ? .object(filled) : nil
        }
    }
}
