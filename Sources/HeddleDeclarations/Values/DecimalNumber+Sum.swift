// SPDX-License-Identifier: Apache-2.0

extension DecimalNumber {
    /// The maximum number of zeros between the digits of two numbers; no two numbers of a C type have more.
    private static let mostZeros = 20_000

    /// The exact sum. If the numbers are so far apart that it would have too many digits, it is the larger one.
    static func + (left: DecimalNumber, right: DecimalNumber) -> DecimalNumber {
        if left.digits.isEmpty { return right }
        if right.digits.isEmpty { return left }
        let (top, bottom) = (max(left.exponent, right.exponent), min(left.lowestPower, right.lowestPower))
        guard top - bottom <= mostZeros + left.digits.count + right.digits.count else {
            return left.exponent > right.exponent ? left : right
        }
        var places = [Int](repeating: 0, count: Int(top - bottom) + 1)
        for number in [left, right] { number.add(to: &places, from: bottom) }
        return DecimalNumber(sums: places, from: bottom)
    }

    /// The exact product, in time proportional to the product of the numbers of digits.
    static func * (left: DecimalNumber, right: DecimalNumber) -> DecimalNumber {
        if left.digits.isEmpty || right.digits.isEmpty { return left.digits.isEmpty ? left : right }
        var places = [Int](repeating: 0, count: left.digits.count + right.digits.count)
        for (index, digit) in left.digits.reversed().enumerated() {
            let factor = (left.isNegative != right.isNegative ? -1 : 1) * Int(digit - UInt8(ascii: "0"))
            for (other, digit) in right.digits.reversed().enumerated() {
                places[index + other] += factor * Int(digit - UInt8(ascii: "0"))
            }
        }
        return DecimalNumber(sums: places, from: left.lowestPower + right.lowestPower)
    }

    /// The power of ten of the last digit.
    private var lowestPower: Int128 { exponent - Int128(digits.count) }

    /// Adds the digits with their sign to places, the lowest of which has a power of ten.
    private func add(to places: inout [Int], from bottom: Int128) {
        for (index, digit) in digits.enumerated() {
            let value = Int(digit - UInt8(ascii: "0"))
            places[Int(exponent - bottom) - 1 - index] += isNegative ? -value : value
        }
    }

    /// The number of the places, lowest first. There are enough of them for its highest digit.
    private init(sums: [Int], from bottom: Int128) {
        let positive = Self.carried(sums)
        let places = positive ?? Self.carried(sums.map { -$0 }) ?? []
        let significant = Array(places.reversed()).drop { $0 == UInt8(ascii: "0") }
        let last = significant.lastIndex { $0 != UInt8(ascii: "0") }
        digits = last.map { significant[...$0] } ?? []
        isNegative = positive == nil
        exponent = last == nil ? 0 : bottom + Int128(significant.count)
    }

    /// The places as digits; nil if the number is negative.
    private static func carried(_ sums: [Int]) -> [UInt8]? {
        var carry = 0
        let places = sums.map { sum in
            let total = sum + carry
            let digit = (total % 10 + 10) % 10
            carry = (total - digit) / 10
            return UInt8(ascii: "0") + UInt8(digit)
        }
        return carry < 0 ? nil : places
    }
}

extension DecimalNumber {
    /// The number as JSON, without an exponent if that is not long.
    var text: String {
        guard !digits.isEmpty else { return "0" }
        let all = String(decoding: digits, as: UTF8.self)
        return (isNegative ? "-" : "") + magnitudeText(all)
    }

    private func magnitudeText(_ all: String) -> String {
        let zeros = { (count: Int128) in String(repeating: "0", count: Int(count)) }
        switch exponent {
        case 1...40 where exponent >= digits.count: return all + zeros(exponent - Int128(digits.count))
        case 1...40: return "\(all.prefix(Int(exponent))).\(all.dropFirst(Int(exponent)))"
        case -5...0: return "0.\(zeros(-exponent))\(all)"
        default: return "\(all.prefix(1))\(all.count > 1 ? "." : "")\(all.dropFirst())e\(exponent - 1)"
        }
    }

    /// True if it has no fraction.
    var isWhole: Bool { exponent >= digits.count }

    /// The number without its fraction; nil beyond all integers of C.
    var truncated: DecimalNumber? {
        guard exponent <= 40 else { return nil }
        let text = String(decoding: digits.prefix(max(0, Int(exponent))), as: UTF8.self)
        return DecimalNumber(
            "\(isNegative ? "-" : "")\(text.isEmpty ? "0" : text)e\(exponent - Int128(text.utf8.count))")
    }
}
