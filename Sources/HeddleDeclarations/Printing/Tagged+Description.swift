// SPDX-License-Identifier: Apache-2.0

extension RecordType {
    /// `struct point`, or the whole of it where it has no tag.
    var specifier: String {
        tag.map { "\(kind.rawValue) \($0)" } ?? definition
    }

    /// `struct point { double x; double y; }`
    var definition: String {
        guard let members else { return ([kind.rawValue] + (tag.map { [$0] } ?? [])).joined(separator: " ") }
        let attributes = CType.attributes(isPacked: isPacked, alignment: alignment)
        let head = [kind.rawValue, attributes, tag].compactMap(\.self).joined(separator: " ")
        return "\(head) { \(members.map { "\($0.definition); " }.joined())}"
    }
}

extension RecordType.Member {
    /// `unsigned int level : 3 __attribute__((packed))`
    fileprivate var definition: String {
        let width = bits.map { name == nil ? ": \($0)" : " : \($0)" }
        let declarator = bits == nil || name != nil ? type.declaration(of: name ?? "") : "\(type) "
        let attributes = CType.attributes(isPacked: isPacked, alignment: alignment)
        return declarator + (width ?? "") + (attributes.map { " \($0)" } ?? "")
    }
}

extension CType {
    /// `__attribute__((packed, aligned(8)))`; nil where nothing is to be said.
    static func attributes(isPacked: Bool, alignment: Int?) -> String? {
        let words = (isPacked ? ["packed"] : []) + (alignment.map { ["aligned(\($0))"] } ?? [])
        return words.isEmpty ? nil : "__attribute__((\(words.joined(separator: ", "))))"
    }
}

extension EnumerationType {
    /// `enum color`, or the whole of it where it has no tag.
    var specifier: String {
        tag.map { "enum \($0)" } ?? definition
    }

    /// `enum color { RED, GREEN = 5 }`
    var definition: String {
        var next: Int128 = 0
        let list = constants.map { constant in
            let value = number(of: constant)
            let isNext = value == next && value <= Int128(Int32.max)
            next = value + 1
            return isNext ? constant.name : "\(constant.name) = \(value.constantExpression)"
        }
        let words = ["enum", isPacked ? CType.attributes(isPacked: true, alignment: nil) : nil, tag, declaredType]
        return (words.compactMap(\.self) + ["{ \(list.joined(separator: ", ")) }"]).joined(separator: " ")
    }

    /// Whether `packed` says the type, which older compilers know too.
    private var isPacked: Bool {
        isUnderlyingDeclared && underlying == .holding(constants.map(number), isPacked: true)
    }

    private var declaredType: String? {
        isUnderlyingDeclared && !isPacked ? ": \(underlying.rawValue)" : nil
    }
}

extension Int128 {
    /// The number as C takes it: its most negative one cannot be written as a literal.
    fileprivate var constantExpression: String {
        if self == Int128(Int64.min) { return "\(self + 1) - 1" }
        return self > Int128(Int64.max) ? "\(self)u" : description
    }
}
