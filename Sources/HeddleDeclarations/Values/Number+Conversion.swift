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
        case .floating(let number): number.text
        }
    }

    /// The whole number within 128 bits that it is; one that was written without a fraction or an exponent.
    public var integer: Int128? {
        switch self {
        case .integer(let integer): integer
        case .decimal(let text): text.first == "+" ? nil : Int128(text)
        case .floating(let number): number.whole
        }
    }

    /// The whole number within 128 bits that it is worth, also where it is written with a fraction or an exponent, as
    /// 5.0 is.
    package var wholeValue: Int128? {
        if let integer { return integer }
        return DecimalNumber(text).flatMap { $0.isWhole ? $0.truncated.flatMap { Int128($0.text) } : nil }
    }

    /// The nearest `double`, rounded once; nil where that would be an infinity.
    public var double: Double? { rounded() }

    /// The nearest `float`, rounded once; nil where that would be an infinity.
    public var float: Float? { rounded() }

    #if arch(x86_64) || arch(i386)
        /// The nearest `long double`, rounded once; nil where that would be an infinity.
        public var float80: Float80? { rounded() }
    #endif

    private func rounded<Float: BinaryFloatingPoint & LosslessStringConvertible>() -> Float? {
        if case .floating(let number) = self { return number.converted(to: Float.self) }
        guard DecimalNumber(text) != nil, let value = Float(text), value.isFinite else { return nil }
        return value
    }
}

extension Value {
    /// The number, whole or as it is; `-0` for -0.0.
    ///
    /// NaN and the infinities become the texts `NaN`, `Infinity` and `-Infinity`.
    public init(_ double: Double) {
        self.init(double, FloatingNumber.double)
    }

    /// The number, whole or as it is; see ``init(_:)-(Double)``.
    public init(_ float: Float) {
        self.init(float, FloatingNumber.float)
    }

    #if arch(x86_64) || arch(i386)
        /// The number, whole or as it is; see ``init(_:)-(Double)``.
        public init(_ float80: Float80) {
            self.init(float80, FloatingNumber.longDouble)
        }
    #endif

    private init<Float: BinaryFloatingPoint>(_ value: Float, _ floating: (Float) -> FloatingNumber) {
        if value.isNaN {
            self = .string("NaN")
        } else if value.isInfinite {
            self = .string(value < 0 ? "-Infinity" : "Infinity")
        } else if value == 0, value.sign == .minus {
            self = .number(.decimal("-0"))
        } else if let whole = value.wholeNumber {
            self = .number(.integer(whole))
        } else {
            self = .number(.floating(floating(value)))
        }
    }
}

extension BinaryFloatingPoint {
    /// The number, where it is whole and the type has all of its neighbours.
    fileprivate var wholeNumber: Int128? {
        magnitude <= Self(Int128(1) << (Self.significandBitCount + 1)) ? Int128(exactly: self) : nil
    }
}
