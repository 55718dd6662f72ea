// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// A case with all of its attempts, as a `testcase` element.
struct JUnitCase {
    /// The element of the schema for an attempt that did not hold.
    enum Kind: String {
        case failure, error
    }

    let file: String
    let text: String
    /// The failure of the last attempt; nil if that passed.
    let kind: Kind?
    let isSkipped: Bool
    let isUnjudged: Bool
    let nanoseconds: UInt64

    /// - Parameter attempts: at least one; the last one counts.
    init(_ attempts: [CaseRecord]) {
        let last = attempts[attempts.count - 1]
        file = last.event?.range.source.name ?? last.name
        kind = last.kind
        isSkipped = last.outcome == .skipped
        isUnjudged = last.isUnjudged
        nanoseconds = attempts.nanoseconds
        text = Self.text(attempts, last, file: file, nanoseconds)
    }

    private static func text(
        _ attempts: [CaseRecord], _ last: CaseRecord, file: String, _ nanoseconds: UInt64
    ) -> String {
        var text = ""
        text.reserveCapacity(256)
        text += "    <testcase"
        text += xml("name", last.name)
        text += xml("classname", file.withoutExtension)
        if let event = last.event {
            text += xml("file", file)
            text += xml("line", "\(event.range.start.line)")
        }
        text += xml("time", nanoseconds.decimal(places: 9))
        let body = children(attempts, last)
        text += body.isEmpty ? "/>\n" : ">\n\(body)    </testcase>\n"
        return text
    }

    private static func children(_ attempts: [CaseRecord], _ last: CaseRecord) -> String {
        if last.outcome == .skipped { return "      <skipped\(xml("message", last.sentence ?? ""))/>\n" }
        let results =
            last.kind == nil
            ? attempts.dropLast().map { $0.rerun("flaky") }.joined()
            : last.verdict + attempts.dropLast().map { $0.rerun("rerun") }.joined()
        return results + last.outputElements
    }
}

extension CaseRecord {
    /// Nil if everything held.
    fileprivate var kind: JUnitCase.Kind? {
        switch outcome {
        case .passed, .flaky, .skipped: nil
        case .failed: .failure
        case .timedOut, .crashed, .interrupted: .error
        }
    }

    /// The attempt that counts of a case that never held.
    fileprivate var verdict: String {
        let name = (kind ?? .failure).rawValue
        return "      <\(name)\(attributes)>\(xmlText(account))</\(name)>\n"
    }

    /// An attempt before the one that counts.
    fileprivate func rerun(_ prefix: String) -> String {
        let name = prefix + (kind ?? .failure).rawValue.capitalizedFirst
        return """
                  <\(name)\(attributes)>
                    <stackTrace>\(xmlText(account))</stackTrace>
            \(element("system-out", standardOutput, indent: 8))\(element("system-err", standardError, indent: 8))      </\(name)>

            """
    }

    /// The output of the attempt that counts. The schema has no place for warnings but what was written to standard
    /// error.
    fileprivate var outputElements: String {
        let errors = warnings.map { "\($0)\n" }.joined() + standardError
        return element("system-out", standardOutput, indent: 6) + element("system-err", errors, indent: 6)
    }

    private var attributes: String { xml("message", sentence ?? "") + xml("type", outcome.rawValue) }

    private func element(_ name: String, _ text: String, indent: Int) -> String {
        text.isEmpty ? "" : "\(String(repeating: " ", count: indent))<\(name)>\(xmlText(text))</\(name)>\n"
    }
}

extension String {
    /// A dot in the name of a class would be taken for that of a package.
    fileprivate var withoutExtension: String { hasSuffix(".json") ? String(dropLast(5)) : self }

    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
