// SPDX-License-Identifier: Apache-2.0

extension Number {
    /// The number that a text of JSON's form is, exactly; minus zero is not an integer, which has no sign of its own.
    public init(written text: String) {
        self = text == "-0" ? .decimal(text) : Int128(text).map(Number.integer) ?? .decimal(text)
    }

    /// The number's text, as JSON takes it.
    public var text: String {
        switch self {
        case .integer(let integer): integer.description
        case .decimal(let text): text
        }
    }

    /// The whole number, where it is written as one: without a fraction or an exponent, and within 128 bits.
    public var integer: Int128? {
        switch self {
        case .integer(let integer): integer
        case .decimal(let text): text.first == "+" ? nil : Int128(text)
        }
    }

    /// The nearest `double`, rounded once from the text; nil where that would be an infinity.
    public var double: Double? { rounded() }

    /// The nearest `float`, rounded once from the text; nil where that would be an infinity.
    public var float: Float? { rounded() }

    #if arch(x86_64) || arch(i386)
        /// The nearest `long double`, rounded once from the text; nil where that would be an infinity.
        public var float80: Float80? { rounded() }
    #endif

    private func rounded<Float: BinaryFloatingPoint & LosslessStringConvertible>() -> Float? {
        guard DecimalNumber(text) != nil, let value = Float(text), value.isFinite else { return nil }
        return value
    }
}

extension Value {
    /// The shortest number that reads back as the same `double`: `1` for 1.0, `-0` for -0.0.
    ///
    /// What JSON has no number for becomes the text `NaN`, `Infinity` or `-Infinity`.
    public init(_ double: Double) {
        self.init(shortest: double)
    }

    /// The shortest number that reads back as the same `float`; see ``init(_:)-(Double)``.
    public init(_ float: Float) {
        self.init(shortest: float)
    }

    #if arch(x86_64) || arch(i386)
        /// The shortest number that reads back as the same `long double`; see ``init(_:)-(Double)``.
        public init(_ float80: Float80) {
            self.init(shortest: float80)
        }
    #endif

    private init(shortest value: some BinaryFloatingPoint & CustomStringConvertible) {
        if value.isNaN {
            self = .string("NaN")
        } else if value.isInfinite {
            self = .string(value < 0 ? "-Infinity" : "Infinity")
        } else {
            self = .number(Number(shortest: value.description))
        }
    }
}

extension Number {
    /// A number from Swift's own shortest text, which marks whole numbers by `.0`.
    fileprivate init(shortest text: String) {
        guard text.hasSuffix(".0") else {
            self = .decimal(text)
            return
        }
        let whole = String(text.dropLast(2))
        self = whole == "-0" ? .decimal(whole) : Int128(whole).map(Number.integer) ?? .decimal(whole)
    }
}
