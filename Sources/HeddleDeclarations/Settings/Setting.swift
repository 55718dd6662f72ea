// SPDX-License-Identifier: Apache-2.0

/// One setting of a module's configuration, declared in C by the module's description: `_Field_range_(1, 100) int32_t
/// limit = 10`.
///
/// ## Topics
/// - ``DeclarationScope/setting(_:)``
/// - ``Settings``
package struct Setting: Hashable, Sendable {
    /// The key in the configuration.
    package let name: String
    /// The C type. A list is an array, which may lack a size; a nested object is a structure.
    package let type: CType
    /// The range of numbers for the setting or for each of its elements; nil for no limit beyond the type.
    package let range: NumberRange?
    /// The default; nil if the configuration must give the setting; null for an optional setting without a value.
    package let initial: Value?
    /// `_Secret_`: diagnostics do not show the value.
    package let isSecret: Bool
    /// The description for people; empty if the module gives none.
    package var help: String

    /// Creates a setting.
    package init(
        name: String, type: CType, range: NumberRange? = nil, initial: Value? = nil, isSecret: Bool = false,
        help: String = ""
    ) {
        self.name = name
        self.type = type
        self.range = range
        self.initial = initial
        self.isSecret = isSecret
        self.help = help
    }

    /// The configuration must give a value.
    package var isRequired: Bool { initial == nil }

    /// The values of the setting, without ``range``.
    var domain: ValueDomain { ValueDomain(of: type).neverNull }
}

extension Setting: CustomStringConvertible {
    /// The declaration, without the default: `_Field_range_(1, 100) int32_t limit`.
    package var description: String {
        let words = [range.map { "_Field_range_(\($0.lowest.text), \($0.highest.text))" }, isSecret ? "_Secret_" : nil]
        return (words.compactMap(\.self) + [type.declaration(of: name)]).joined(separator: " ")
    }
}

/// The numbers from one to another, both included.
package struct NumberRange: Hashable, Sendable, CustomStringConvertible {
    /// The first number.
    package let lowest: Number
    /// The last number.
    package let highest: Number

    /// Creates a range; nil if the first number is greater than the second.
    package init?(_ lowest: Number, _ highest: Number) {
        guard lowest.compare(highest) != .greater else { return nil }
        self.lowest = lowest
        self.highest = highest
    }

    /// The numbers of a type.
    package init(_ whole: WholeRange) {
        (lowest, highest) = (whole.ends[0], whole.ends[1])
    }

    func contains(_ number: Number) -> Bool {
        number.compare(lowest) != .less && number.compare(highest) != .greater
    }

    /// `from 1 to 100`
    package var description: String { "from \(lowest.text) to \(highest.text)" }
}

extension ValueDomain {
    /// The same values without null, which a setting cannot be.
    var neverNull: ValueDomain { ValueDomain(content) }

    /// The reason why a setting cannot have such values; nil if it can.
    var obstacleToConfiguring: String? {
        switch content {
        case .bool, .whole, .floating, .enumeration, .text: nil
        case .array(let element?, _): ValueDomain(of: element).obstacleToConfiguring
        case .record(let record) where record.members == nil: "the members of the structure are not known"
        case .record(let record) where record.kind == .union: "JSON does not say which member of a union it means"
        case .record(let record): record.fields.lazy.compactMap { ValueDomain(of: $0.type).obstacleToConfiguring }.first
        case .handle: "the only pointer that a setting can be is a text, const char *"
        case .unknown, .word, .printed, .wideText, .bytes, .array: "JSON has no such values"
        }
    }
}
