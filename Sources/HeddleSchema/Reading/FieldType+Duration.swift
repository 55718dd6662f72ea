// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension FieldType where Read == UInt64 {
    /// A duration in nanoseconds, longer than 0.
    package static var span: Self {
        Self(.span) { field, reader in
            guard let text = reader.anyText(field, expected: DurationText.form)?.value else { return nil }
            let nanoseconds = DurationText.nanoseconds(text)
            if let nanoseconds, nanoseconds > 0 { return nanoseconds }
            reader.badValue(field, expected: nanoseconds == 0 ? "a duration longer than 0" : DurationText.form)
            return nil
        }
    }
}
