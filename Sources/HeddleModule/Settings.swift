// SPDX-License-Identifier: Apache-2.0

internal import CHeddle

/// The settings of an instance, read by types in its constructor.
///
/// `HEDDLE_SETTING` describes each with its default. A name may be a path such as `limits.low` or `hosts[2]`. It may be
/// read on any thread while the constructor runs.
@safe
public struct Settings {
    private let config: OpaquePointer?

    init(_ config: OpaquePointer?) throws {
        guard unsafe Host.reaches(\.config_count) else {
            throw Failure("oldHost", "the host has contract 1, and settings are read from contract 2 on")
        }
        unsafe self.config = config
    }

    /// A setting as the behaviour gives it, or its default.
    ///
    /// - Throws: a ``Failure`` with the code `wrongSetting` where it is no value of this type.
    public func value<Value: SettingValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        if let value = Value(setting: name, of: self) { return value }
        throw Failure("wrongSetting", "the setting \(name) is not \(Value.words)")
    }

    /// The elements of a list.
    public func list<Value: SettingValue>(_ name: String, of type: Value.Type = Value.self) throws -> [Value] {
        try (0..<count(name)).map { try value("\(name)[\($0)]") }
    }

    /// The number of elements of a list, or of members of a nested object; 0 for anything else.
    public func count(_ name: String) -> Int { unsafe Int(heddle.pointee.config_count(config, name)) }

    /// True if the behaviour gives the setting, false if it has its default.
    public func has(_ name: String) -> Bool { unsafe heddle.pointee.config_has(config, name) }

    // The host gives the fallback where it has no value of a type: two different ones tell that.

    fileprivate func bool(_ name: String) -> Bool? {
        let value = unsafe heddle.pointee.config_bool(config, name, true)
        return unsafe value == heddle.pointee.config_bool(config, name, false) ? value : nil
    }

    fileprivate func number(_ name: String) -> Double? {
        let value = unsafe heddle.pointee.config_number(config, name, 0)
        let isFallback = unsafe value == 0 && heddle.pointee.config_number(config, name, 1) == 1
        return isFallback ? nil : value
    }

    fileprivate func integer(_ name: String) -> Int64? {
        let value = unsafe heddle.pointee.config_integer(config, name, 0)
        return unsafe value == heddle.pointee.config_integer(config, name, 1) ? value : nil
    }

    fileprivate func unsigned(_ name: String) -> UInt64? {
        let value = unsafe heddle.pointee.config_unsigned(config, name, 0)
        return unsafe value == heddle.pointee.config_unsigned(config, name, 1) ? value : nil
    }

    fileprivate func text(_ name: String) -> String? {
        unsafe heddle.pointee.config_text(config, name, nil).map { unsafe String(cString: $0) }
    }
}

/// A type of Swift that a setting may be read as: `Bool`, `String`, the whole numbers, `Float` and `Double`.
public protocol SettingValue {
    /// Nil where the setting is no value of this type.
    init?(setting name: String, of settings: Settings)
    /// A description of such a value, for people.
    static var words: String { get }
}

extension Bool: SettingValue {
    /// A description of such a value, for people.
    public static var words: String { "true or false" }
    /// Nil where the setting is no value of this type.
    public init?(setting name: String, of settings: Settings) {
        guard let value = settings.bool(name) else { return nil }
        self = value
    }
}

extension String: SettingValue {
    /// A description of such a value, for people.
    public static var words: String { "a text" }
    /// Nil where the setting is no value of this type.
    public init?(setting name: String, of settings: Settings) {
        guard let value = settings.text(name) else { return nil }
        self = value
    }
}

extension Double: SettingValue {
    /// A description of such a value, for people.
    public static var words: String { "a number" }
    /// Nil where the setting is no value of this type.
    public init?(setting name: String, of settings: Settings) {
        guard let value = settings.number(name) else { return nil }
        self = value
    }
}

extension Float: SettingValue {
    /// A description of such a value, for people.
    public static var words: String { "a number of the size of a float" }
    /// Nil where the setting is no value of this type.
    public init?(setting name: String, of settings: Settings) {
        guard let value = settings.number(name) else { return nil }
        self = Float(value)
        if isInfinite && !value.isInfinite { return nil }
    }
}

extension FixedWidthInteger where Self: SettingValue {
    /// A description of such a value, for people.
    public static var words: String { "a whole number from \(min) to \(max)" }
    /// Nil where the setting is no value of this type.
    public init?(setting name: String, of settings: Settings) {
        let value =
            Self.isSigned
            ? settings.integer(name).flatMap(Self.init(exactly:))
            : settings.unsigned(name).flatMap(Self.init(exactly:))
        guard let value else { return nil }
        self = value
    }
}

extension Int: SettingValue {}
extension Int8: SettingValue {}
extension Int16: SettingValue {}
extension Int32: SettingValue {}
extension Int64: SettingValue {}
extension UInt: SettingValue {}
extension UInt8: SettingValue {}
extension UInt16: SettingValue {}
extension UInt32: SettingValue {}
extension UInt64: SettingValue {}
