// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleTelemetry

/// An order of `heddle serve` to a worker: a line of fields with tabs between them, and the bytes of a text behind it.
package enum ServedOrder: Sendable {
    /// The behaviour that follows includes a text without naming it.
    case include(SourceText)
    /// Plan a behaviour: the first order but for ``include(_:)``, and the only one of its kind. Its paths are relative to
    /// the folder; nil for a behaviour that was fetched.
    case behaviour(SourceText, folder: String?)
    /// Run it; the number comes back in the answer. The place is that in a trace; nil for a run without one.
    case run(Int, TracePlace?)
    /// List the calls with their hooks.
    case plan
    /// Somebody looks on for some seconds.
    case watch
    /// End the run behind the call that it makes.
    case stop

    private enum Word: String {
        case include, behaviour, run, plan, watch, stop
    }

    /// The order as it is sent.
    package var bytes: [UInt8] {
        switch self {
        case .include(let text): Self.line(.include, text.name, "\(text.bytes.count)") + text.bytes
        case .behaviour(let text, let folder):
            Self.line(.behaviour, text.name, folder ?? "", "\(text.bytes.count)") + text.bytes
        case .run(let number, let place): Self.line(.run, ["\(number)"] + (place?.fields ?? []))
        case .plan: Self.line(.plan)
        case .watch: Self.line(.watch)
        case .stop: Self.line(.stop)
        }
    }

    private static func line(_ word: Word, _ fields: String...) -> [UInt8] { line(word, fields) }

    private static func line(_ word: Word, _ fields: [String]) -> [UInt8] {
        Array("\(([word.rawValue] + fields.map(\.asField)).joined(separator: "\t"))\n".utf8)
    }

    /// Reads an order.
    ///
    /// - Parameters:
    ///   - fields: those of its line.
    ///   - text: takes so many bytes from behind the line; nil where fewer come.
    /// - Returns: nil for a line that is no order.
    package init?(_ fields: [String], text: (Int) -> [UInt8]?) {
        func counted(_ field: String, named name: String) -> SourceText? {
            guard let count = Int(field), let bytes = text(count) else { return nil }
            return SourceText(name: name, bytes: bytes)
        }
        switch (fields.first.flatMap(Word.init), fields.count) {
        case (.include, 3):
            guard let text = counted(fields[2], named: fields[1]) else { return nil }
            self = .include(text)
        case (.behaviour, 4):
            guard let text = counted(fields[3], named: fields[1]) else { return nil }
            self = .behaviour(text, folder: fields[2].isEmpty ? nil : fields[2])
        case (.run, 2...): self = .run(Int(fields[1]) ?? 0, TracePlace(fields: fields.dropFirst(2)))
        case (.plan, 1): self = .plan
        case (.watch, 1): self = .watch
        case (.stop, 1): self = .stop
        default: return nil
        }
    }
}

extension String {
    /// The text without what separates fields and orders.
    fileprivate var asField: String { String(map { "\t\n\r".contains($0) ? " " : $0 }) }
}
