// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension Value {
    /// The kind of the value, for messages: `number 12`, `text "abc"`, `array of 3`; shortened if it is long.
    package var kindDescription: String {
        switch self {
        case .null, .bool: excerpt()
        case .number: "number \(excerpt(limit: 40))"
        case .string: "text \(excerpt(limit: 40))"
        case .bytes(let bytes): counted(bytes.count, "byte")
        case .array(let elements): "array of \(elements.count)"
        case .object: "object"
        case .handle(let handle): handle.kindDescription
        }
    }
}

extension Handle {
    fileprivate var kindDescription: String {
        var writer = ExcerptWriter(limit: 80)
        writer.append("handle of ")
        writer.appendPrintable(type)
        return writer.text
    }
}
