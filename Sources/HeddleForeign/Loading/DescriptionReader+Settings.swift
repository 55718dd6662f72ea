// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

extension DescriptionReader {
    /// Reads the records of settings: `declaration LF help`.
    mutating func readSettings(_ records: [DescriptionRecord]) {
        guard let first = records.first else { return }
        var settings: [Setting] = []
        for record in records {
            let end = source.bytes[record.text].firstIndex(of: UInt8(ascii: "\n")) ?? record.text.upperBound
            do {
                var setting = try description.scope.setting(range(record.text.lowerBound..<end))
                setting.help = split(record.text).1 ?? ""
                if settings.contains(where: { $0.name == setting.name }) {
                    mistakes.append(fault("there are two settings called \"\(setting.name)\"", of: record))
                }
                settings.append(setting)
            } catch {
                mistakes += error.all
            }
        }
        if description.create == nil {
            mistakes.append(
                fault(
                    "there are settings, and no instance that reads them", of: first,
                    mend: "HEDDLE_INSTANCE names the functions that make and destroy an instance"))
        }
        description.settings = Settings(settings)
    }

    private func fault(_ message: String, of record: DescriptionRecord, mend: String? = nil) -> Diagnostic {
        Diagnostic(code: "module.description", message, at: range(record.text), suggestion: mend)
    }
}
