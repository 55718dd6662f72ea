// SPDX-License-Identifier: Apache-2.0

extension Number {
    /// Parses a JSON number exactly. Minus zero is not an integer, because integers have no negative zero.
    public init(written text: String) {
        self = text == "-0" ? .decimal(text) : Int128(text).map(Number.integer) ?? .decimal(text)
    }

    /// The number as JSON.
    public var text: String {
        switch self {
        case .integer(let integer): integer.description
        case .decimal(let text): text
        case .floating(let number): number.text
        }
    }

    /// The number, if it is an integer that fits in 128 bits, written without a fraction or an exponent.
    public var integer: Int128? {
        switch self {
        case .integer(let integer): integer
        case .decimal(let text): text.first == "+" ? nil : Int128(text)
        case .floating(let number): number.whole
        }
    }

    /// The value of the number, if it is an integer that fits in 128 bits, even if it is written with a fraction or an
    /// exponent, as 5.0 is.
    package var wholeValue: Int128? {
        if let integer { return integer }
        return DecimalNumber(text).flatMap { $0.isWhole ? $0.truncated.flatMap { Int128($0.text) } : nil }
    }

    /// The nearest `double`, rounded once; nil if that is an infinity.
    public var double: Double? { rounded() }

    /// The nearest `float`, rounded once; nil if that is an infinity.
    public var float: Float? { rounded() }

    /// The nearest `long double`, rounded once; nil if that is an infinity.
    public var longDouble: LongDouble? { rounded() }

    private func rounded<Float: BinaryFloatingPoint & LosslessStringConvertible>() -> Float? {
        switch self {
        case .floating(let number): return number.converted(to: Float.self)
        // Each of these is a number of every floating type.
        case .integer(let number) where number.magnitude <= 0x100_0000: return Float(Int64(number))
        case .integer, .decimal: break
        }
        let text = text
        guard text.isPlainDecimal || DecimalNumber(text) != nil, let value = Float(text), value.isFinite else {
            return nil
        }
        return value
    }
}

extension String {
    /// True for a short number without an exponent.
    fileprivate var isPlainDecimal: Bool {
        utf8.count <= 32
            && utf8.enumerated().allSatisfy { index, byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."): index > 0 && index < utf8.count - 1
                case UInt8(ascii: "-"): index == 0 && utf8.count > 1
                default: false
                }
            }
    }
}

extension Value {
    /// A number from a `Double`: an integer if it is whole, except for -0.0.
    ///
    /// NaN and the infinities become the texts `NaN`, `Infinity` and `-Infinity`.
    public init(_ double: Double) {
        self.init(double, FloatingNumber.double) { Int64(exactly: $0) }
    }

    /// The number; see ``init(_:)-(Double)``.
    public init(_ float: Float) {
        self.init(float, FloatingNumber.float) { Int64(exactly: $0) }
    }

    /// The number; see ``init(_:)-(Double)``.
    public init(longDouble: LongDouble) {
        self.init(longDouble, FloatingNumber.longDouble) { Int64(exactly: $0) }
    }

    private init<Float: BinaryFloatingPoint>(
        _ value: Float, _ floating: (Float) -> FloatingNumber, short: (Float) -> Int64?
    ) {
        if value.isNaN {
            self = .string("NaN")
        } else if value.isInfinite {
            self = .string(value < 0 ? "-Infinity" : "Infinity")
        } else if value == 0, value.sign == .minus {
            self = .number(.decimal("-0"))
        } else if let whole = value.wholeNumber(short) {
            self = .number(.integer(whole))
        } else {
            self = .number(.floating(floating(value)))
        }
    }
}

extension BinaryFloatingPoint {
    /// The number as an integer, if it is whole and the type represents its neighbours exactly.
    fileprivate func wholeNumber(_ short: (Self) -> Int64?) -> Int128? {
        let last = Self(sign: .plus, exponent: Self.Exponent(Self.significandBitCount + 1), significand: 1)
        return magnitude <= last ? whole(short) : nil
    }
}
