// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// `true`, or an object with what is not as usual; nil where it is `false`, or after a mistake.
    func background(_ field: Field) -> Located<HookEntry.Background>? {
        var background = HookEntry.Background()
        switch field.node.content {
        case .bool(let isAsked): if !isAsked { return nil }
        case .object: Self.backgroundTable.read(field, into: &background, self)
        default:
            wrongType(field, expected: "true or an object")
            return nil
        }
        return Located(background, at: field.range)
    }

    fileprivate static let backgroundTable = KeyTable<HookEntry.Background>(
        "a background",
        [
            .optional("limit", BackgroundKeys.limit) { background, field, reading in
                background.limit = reading.background(field, expected: "a whole number from 1 to 10000000") {
                    $0.integer.flatMap { (1...10_000_000).contains($0) ? Int($0) : nil }
                }
            },
            .optional("seconds", BackgroundKeys.seconds) { background, field, reading in
                background.seconds = reading.background(field, expected: "a number from 0.001 to 86400") {
                    $0.double.flatMap { (0.001...86_400).contains($0) ? $0 : nil }
                }
            },
        ])

    private func background<Read>(_ field: Field, expected: String, _ read: (Number) -> Read?) -> Read? {
        guard case .number(let number) = field.node.content else {
            wrongType(field, expected: expected)
            return nil
        }
        if let value = read(number) { return value }
        badValue(field, expected: expected)
        return nil
    }

    /// A background hook has nothing that a call would have to wait for.
    func check(_ background: Located<HookEntry.Background>, beside others: [String]) {
        guard let other = others.first else { return }
        note(
            .badHook,
            "a hook in the background has nothing but \"after\", found \"\(other)\": the call would not wait for it",
            at: background.range, label: "beside \"\(other)\"",
            suggestion: "write two hooks, one with \"\(other)\" and one in the background")
    }
}

extension BackgroundKeys {
    /// `true`, `false`, or an object.
    static var form: JSONSchema { background.and(BehaviourReader.backgroundTable.form) }
}
