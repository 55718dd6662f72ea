// SPDX-License-Identifier: Apache-2.0

import Declarations

/// Two values side by side, each with its kind, shown so that what differs can be seen.
struct Contrast {
    let expected: String
    let actual: String

    /// - Parameter actual: nil where there is no value.
    init(expected: Value, actual: Value?) {
        guard let actual else {
            self.expected = expected.kind + expected.excerpt(limit: Self.limit)
            self.actual = "nothing"
            return
        }
        let texts = Self.texts(expected, actual)
        self.expected = expected.kind + texts.0
        self.actual = actual.kind + texts.1
    }

    private static let limit = 200

    private static func texts(_ left: Value, _ right: Value) -> (String, String) {
        let starts = (left.excerpt(limit: limit), right.excerpt(limit: limit))
        if starts.0 != starts.1 || left.isEqual(to: right) { return starts }
        let windows = windows(left.scalars, right.scalars)
        return windows.0 == windows.1 ? (windows.0.spelledOut, windows.1.spelledOut) : windows
    }

    /// Both texts from shortly before their first difference.
    private static func windows(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> (String, String) {
        let common = zip(left, right).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        let start = (common - 20) & ~1  // even, so that no byte's two digits are parted
        return (window(left, from: start), window(right, from: start))
    }

    private static func window(_ text: [Unicode.Scalar], from start: Int) -> String {
        let rest = text.dropFirst(max(0, start))
        let shown = String(String.UnicodeScalarView(rest.prefix(limit)))
        return "\(start > 0 ? "…" : "")\(shown)\(rest.count > limit ? "…" : "")"
    }
}

extension Value {
    /// The kind in front of the value's text, where the text alone does not say it.
    fileprivate var kind: String {
        switch self {
        case .null, .bool, .handle: ""
        case .number: "number "
        case .string: "text "
        case .bytes: "bytes "
        case .array: "array "
        case .object: "object "
        }
    }

    /// The whole value, all bytes included.
    fileprivate var scalars: [Unicode.Scalar] {
        guard case .bytes(let bytes) = self else { return Array(excerpt(limit: 1_000_000).unicodeScalars) }
        return Array(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().unicodeScalars)
    }
}

extension String {
    /// With all but ASCII by its code: texts that look the same may be composed in different ways.
    fileprivate var spelledOut: String {
        unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
    }
}
