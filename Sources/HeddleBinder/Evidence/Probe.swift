// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// A source in C that has the compiler say how types lie in memory and what constants are worth.
///
/// The numbers come out as the elements of one array in LLVM's text form, so that nothing has to be run.
struct Probe {
    /// A type, with what Heddle itself makes of it.
    struct Subject {
        let name: String
        let own: LayoutEvidence
    }

    /// A macro that is a whole number to Heddle.
    struct Constant {
        let name: String
        let value: Int128
    }

    private(set) var subjects: [Subject]
    private(set) var constants: [Constant]

    /// Asks about all structures, unions and enumerations whose size is known.
    init(_ types: [(name: String, type: CType)], constants: [Value.Member]) {
        subjects = types.compactMap { name, type in
            guard type.isDefined(by: name), let own = LayoutEvidence(of: type) else { return nil }
            return Subject(name: name, own: own)
        }
        self.constants = constants.compactMap { constant in
            guard case .number(.integer(let value)) = constant.value else { return nil }
            return Constant(name: constant.name, value: value)
        }
    }

    /// The number of types and constants that it measures.
    var count: Int { subjects.count + constants.count }

    /// The probe without those that clang has refused.
    ///
    /// - Parameter reasons: why, by the file to which clang attributes the error.
    func without(_ reasons: [String: String]) -> Probe {
        var left = self
        left.subjects.removeAll { reasons[$0.file] != nil }
        left.constants.removeAll { reasons[$0.file] != nil }
        return left
    }

    /// The source for clang: the constants, and then the types, each without the macros that have its names. Clang
    /// attributes an error to the type or constant as to a file. The last number only keeps zeros at the end from being
    /// left out.
    func source(including headers: String) -> String {
        let constants = constants.map { "# 1 \"\($0.file)\"\n(unsigned long)(\($0.name)),\n" }
        let types = subjects.map { subject in
            let hidden = subject.names.map { "#undef \($0)\n" }.joined()
            return "# 1 \"\(subject.file)\"\n\(hidden)\(subject.expressions.joined(separator: ", ")),\n"
        }
        return "\(headers)const unsigned long \(Self.array)[] = {\n\((constants + types).joined())1\n};\n"
    }

    private static let array = "heddle_evidence"

    /// The numbers of the array in what clang has compiled; nil where they are not all there.
    func numbers(in compiled: [UInt8]) -> [Int]? {
        let start = Array("@\(Self.array) =".utf8)
        guard let line = compiled.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: start) }) else {
            return nil
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: "i64 ").dropFirst()
        let numbers = words.compactMap { word in Int(word.prefix { $0 == "-" || $0.isNumber }) }
        let expected = subjects.reduce(0) { $0 + 2 + $1.own.fields.count } + constants.count + 1
        // The first is the array's type, `[26 x i64] [i64 112`, which has no number behind it.
        return numbers.count == expected ? numbers : nil
    }
}

extension Probe.Constant {
    /// The file name under which clang reports errors about it.
    fileprivate var file: String { "constant \(name)" }

    /// Its refusal, where there is a reason for it.
    func refusal(among reasons: [String: String]) -> Refusal? {
        reasons[file].map { Refusal(name: name, reason: $0) }
    }
}

extension Probe.Subject {
    /// The file name under which clang reports errors about it.
    fileprivate var file: String { "type \(name)" }

    /// Its refusal, where there is a reason for it.
    func refusal(among reasons: [String: String]) -> Refusal? {
        reasons[file].map { Refusal(name: name, reason: $0) }
    }

    fileprivate var expressions: [String] {
        ["sizeof(\(name))", "_Alignof(\(name))"] + own.fields.map { "__builtin_offsetof(\(name), \($0.name))" }
    }

    /// The names in the expressions: `point` of `struct point`, and the fields. A header may define a macro of such a
    /// name behind the declaration, which is what the expressions mean.
    fileprivate var names: [String] {
        [name.split(separator: " ").last.map(String.init) ?? name] + own.fields.map(\.name)
    }

    /// The evidence of the compiler, decoded from its numbers.
    func evidence(_ numbers: ArraySlice<Int>) -> LayoutEvidence {
        let offsets = zip(own.fields, numbers.dropFirst(2)).map { LayoutEvidence.Field($0.name, at: $1) }
        return LayoutEvidence(
            size: numbers[numbers.startIndex], alignment: numbers[numbers.startIndex + 1], fields: offsets)
    }
}

extension CType {
    /// Returns whether a declaration of this name defines the type, and does not only give it another name.
    fileprivate func isDefined(by name: String) -> Bool {
        switch self {
        case .record(let record): record.tag.map { name == "\(record.kind.rawValue) \($0)" } ?? true
        case .enumeration(let enumeration): enumeration.tag.map { name == "enum \($0)" } ?? (name != "enum")
        default: false
        }
    }
}
