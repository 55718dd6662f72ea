// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// A part of a value that a `Codable` type of Swift does not take, or cannot give.
struct ValueMismatch: Error {
    /// The way to the part, such as `corners[2].x`; empty for the whole value.
    let path: String
    /// The found value, such as `number 300`.
    let found: String
    /// The values that the type takes, such as `a whole number from 0 to 255`; nil if it has said no more than `found`.
    let expected: String?
    var suggestion: String?

    init(at path: [any CodingKey], found: String, expected: String?, suggestion: String? = nil) {
        self.path = path.partPath
        self.found = found
        self.expected = expected
        self.suggestion = suggestion
    }

    /// The mismatch behind an error that a type of Swift threw while it was decoded or encoded.
    init(_ error: any Error, of value: Value?) {
        switch error {
        case let mismatch as ValueMismatch: self = mismatch
        case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
            let part = value.flatMap { $0.part(at: PartPath(context.codingPath)) }
            self.init(
                at: context.codingPath, found: part?.kindDescription ?? "a value", expected: context.debugDescription)
        case EncodingError.invalidValue(let value, let context):
            self.init(at: context.codingPath, found: "\(value)", expected: context.debugDescription)
        default: self.init(at: [], found: "a value that was refused: \(error)", expected: nil)
        }
    }

    /// The diagnostic, such as `m.mid returned number 300 in corners[2].x, Shape wants a whole number from 0 to 255`.
    ///
    /// - Parameter subject: the first words of the sentence, such as `m.mid returned`.
    func diagnostic(_ subject: String, _ type: Any.Type, code: DiagnosticCode) -> Diagnostic {
        let place = path.isEmpty ? "" : " in \(path)"
        return Diagnostic(
            code: code, "\(subject) \(found)\(place)" + (expected.map { ", \(type) wants \($0)" } ?? ""), label: found,
            suggestion: suggestion)
    }
}

extension PartPath {
    /// The way that coding keys name.
    fileprivate init(_ keys: [any CodingKey]) {
        self.init(keys.map { key in key.intValue.map { .element($0) } ?? .member(key.stringValue) })
    }
}

extension [any CodingKey] {
    /// The way to a part as behaviours write it.
    fileprivate var partPath: String {
        let path = PartPath(self).description
        return path.first == "." ? String(path.dropFirst()) : path
    }
}

/// The key of a member or an element.
struct PartKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
