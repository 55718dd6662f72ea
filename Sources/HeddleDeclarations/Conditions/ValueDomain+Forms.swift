// SPDX-License-Identifier: Apache-2.0

extension ValueDomain.Content {
    /// A value without parts in the form in which it comes back; one that is none of these stays as it is.
    package func form(of value: Value) -> Value {
        switch (self, value) {
        case (.enumeration(let type), .number): type.form(of: value)
        // As C rounds a literal.
        case (.floating(let type), .number(let number)) where !type.keeps(number):
            type.nearest(to: number).map { .number($0) } ?? value
        case (.whole(let range), .string(let text)): range.number(in: text).map { .number($0) } ?? value
        case (.bytes, .string(let text)): .bytes(Array(text.utf8))
        case (.bytes, .array): value.bytesOfNumbers.map { .bytes($0) } ?? value
        case (.text, .bytes(let bytes)): bytes.text.map { .string($0) } ?? value
        case (.printed, .bytes(let bytes)): Value(printed: bytes)
        case (.wideText(let text), .array): text.characters(of: value).map(text.value) ?? value
        default: value
        }
    }
}

extension [UInt8] {
    /// The text that characters of C are: up to a NUL, behind which nothing else may stand; nil for what is none.
    fileprivate var text: String? {
        let characters = prefix { $0 != 0 }
        guard self[characters.endIndex...].allSatisfy({ $0 == 0 }) else { return nil }
        return String(validating: characters, as: UTF8.self)
    }
}

extension Value {
    /// The form of printed output, or of a file's content: a text if it is one in UTF-8.
    package init(printed bytes: [UInt8]) {
        self = String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .bytes(bytes)
    }
}
