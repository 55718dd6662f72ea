// SPDX-License-Identifier: Apache-2.0

/// A type that Swift and C have alike: what an action of another module takes and returns.
public protocol CValue: BitwiseCopyable {
    /// The type in C.
    static var spelling: String { get }
}

extension CValue where Self: FixedWidthInteger {
    /// The type of C with this sign and width.
    public static var spelling: String { "\(isSigned ? "int" : "uint")\(bitWidth)_t" }
}

extension Int8: CValue {}
extension Int16: CValue {}
extension Int32: CValue {}
extension Int64: CValue {}
extension UInt8: CValue {}
extension UInt16: CValue {}
extension UInt32: CValue {}
extension UInt64: CValue {}

extension Bool: CValue {
    /// The type in C.
    public static var spelling: String { "bool" }
}

extension Float: CValue {
    /// The type in C.
    public static var spelling: String { "float" }
}

extension Double: CValue {
    /// The type in C.
    public static var spelling: String { "double" }
}
