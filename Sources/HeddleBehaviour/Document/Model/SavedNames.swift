// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The names that the steps of a behaviour, or of a case, save, numbered from 0 in the order in which they are saved.
///
/// A name is known by the bytes that write it, so that nothing is made of a million of them; only of one that is
/// written with escapes, or not in ASCII, a text is kept.
struct SavedNames: Sendable {
    /// The place where a name is saved.
    private struct Place {
        let step: UInt32
        /// The bytes between the quotes.
        let start: UInt32
        let count: UInt32
        let source: UInt32

        /// The bytes in a list of sources.
        func bytes(in sources: [SourceText]) -> ArraySlice<UInt8> {
            sources[Int(source)].bytes[Int(start)..<Int(start) + Int(count)]
        }
    }

    private var places: [Place] = []
    private var sources: [SourceText] = []
    private var table = HashIndex()
    /// The numbers of the names that are not written as they are.
    private var others: [String: Int] = [:]

    /// The number of names.
    var count: Int { places.count }

    /// The number of a name; nil where no step saves it.
    func number(of name: String) -> Int? { number(ofBytes: name.utf8) ?? others[name] }

    /// The number of a name that is written without escapes and in ASCII.
    func number(of name: Range<Int>, in text: [UInt8]) -> Int? {
        number(ofBytes: text[name]) ?? (others.isEmpty ? nil : others[String(decoding: text[name], as: UTF8.self)])
    }

    /// The number of the step that saves the name of a number.
    func step(_ number: Int) -> Int { Int(places[number].step) }

    /// The place of the name of a number, with its quotes.
    func range(_ number: Int) -> SourceRange {
        let name = places[number].bytes(in: sources)
        return SourceRange(sources[Int(places[number].source)], name.startIndex - 1..<name.endIndex + 1)
    }

    /// All names.
    var all: [String] {
        var all = places.map { String(decoding: $0.bytes(in: sources), as: UTF8.self) }
        for (name, number) in others { all[number] = name }
        return all
    }

    // MARK: Adding

    /// Adds a name that is new.
    mutating func add(_ name: Located<String>, step: Int) {
        let quoted = name.range.bytes
        let bytes = quoted.lowerBound + 1..<quoted.upperBound - 1
        let written = name.range.source.bytes[bytes]
        if written.elementsEqual(name.value.utf8), written.allSatisfy({ $0 < 0x80 }) {
            return add(bytes, in: name.range.source, step: step)
        }
        others[name.value] = places.count
        note(bytes, in: name.range.source, step)
    }

    /// Adds a name that is new, and written without escapes and in ASCII.
    mutating func add(_ name: Range<Int>, in source: SourceText, step: Int) {
        table.add(places.count, HashIndex.hash(source.bytes[name])) { [places, sources] in
            HashIndex.hash(places[$0].bytes(in: sources))
        }
        note(name, in: source, step)
    }

    private mutating func note(_ name: Range<Int>, in source: SourceText, _ step: Int) {
        if sources.last !== source { sources.append(source) }
        places.append(
            Place(
                step: UInt32(step), start: UInt32(name.lowerBound), count: UInt32(name.count),
                source: UInt32(sources.count - 1)))
    }

    // MARK: Names

    private func number(ofBytes name: some Collection<UInt8>) -> Int? {
        if places.isEmpty { return nil }
        return table.number(HashIndex.hash(name)) { places[$0].bytes(in: sources).elementsEqual(name) }
    }
}
