// SPDX-License-Identifier: Apache-2.0

import Declarations

/// A source in C that has the compiler say how types lie in memory and what constants are worth.
///
/// The numbers come out as the elements of one array in LLVM's text form, so that nothing has to be run.
struct Probe {
    /// A type, with what Heddle itself makes of it.
    struct Subject {
        let name: String
        let own: LayoutEvidence
    }

    let subjects: [Subject]
    /// The constants of macros that are whole numbers, by name.
    let constants: [(name: String, value: Int128)]

    /// Asks about all structures, unions and enumerations whose size is known.
    init(_ types: [(name: String, type: CType)], constants: [Value.Member]) {
        subjects = types.compactMap { name, type in
            guard type.isDefined(by: name), let own = LayoutEvidence(of: type) else { return nil }
            return Subject(name: name, own: own)
        }
        self.constants = constants.compactMap { constant in
            if case .number(.integer(let value)) = constant.value { (constant.name, value) } else { nil }
        }
    }

    /// What clang is to compile. The last number only keeps zeros at the end from being left out.
    func source(including headers: String) -> String {
        let numbers = subjects.flatMap(\.expressions) + constants.map { "(unsigned long)(\($0.name))" } + ["1"]
        let list = numbers.map { "    \($0),\n" }.joined()
        return "\(headers)#include <stddef.h>\nconst unsigned long \(Self.array)[] = {\n\(list)};\n"
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

extension Probe.Subject {
    fileprivate var expressions: [String] {
        ["sizeof(\(name))", "_Alignof(\(name))"] + own.fields.map { "offsetof(\(name), \($0.name))" }
    }

    /// What the compiler says, from its numbers.
    func evidence(_ numbers: ArraySlice<Int>) -> LayoutEvidence {
        let offsets = zip(own.fields, numbers.dropFirst(2)).map { LayoutEvidence.Field($0.name, at: $1) }
        return LayoutEvidence(
            size: numbers[numbers.startIndex], alignment: numbers[numbers.startIndex + 1], fields: offsets)
    }
}

extension CType {
    /// Whether a declaration of this name defines the type, and does not only give it another name.
    fileprivate func isDefined(by name: String) -> Bool {
        switch self {
        case .record(let record): record.tag.map { name == "\(record.kind.rawValue) \($0)" } ?? true
        case .enumeration(let enumeration): enumeration.tag.map { name == "enum \($0)" } ?? (name != "enum")
        default: false
        }
    }
}
