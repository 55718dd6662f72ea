// SPDX-License-Identifier: Apache-2.0

extension RecordType {
    /// `struct point`, or the whole of it where it has no tag.
    var specifier: String {
        tag.map { "\(kind.rawValue) \($0)" } ?? definition
    }

    /// `struct point { double x; double y; }`
    var definition: String {
        let head = ([kind.rawValue] + (tag.map { [$0] } ?? [])).joined(separator: " ")
        guard let members else { return head }
        return "\(head) { \(members.map { "\($0.type.declaration(of: $0.name ?? "")); " }.joined())}"
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
        return (["enum"] + (tag.map { [$0] } ?? []) + ["{ \(list.joined(separator: ", ")) }"]).joined(separator: " ")
    }
}

extension Int128 {
    /// The number as C takes it: its most negative one cannot be written as a literal.
    fileprivate var constantExpression: String {
        if self == Int128(Int64.min) { return "\(self + 1) - 1" }
        return self > Int128(Int64.max) ? "\(self)u" : description
    }
}
