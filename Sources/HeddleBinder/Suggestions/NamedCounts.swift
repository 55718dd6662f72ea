// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// Finds parameters that count another one by their names: `const T *items, size_t item_count`.
struct NamedCounts {
    /// The words for a number of elements or bytes.
    private static let elements: Set<String> = ["n", "num", "count", "cnt", "nr", "no", "items", "elements", "nmemb"]
    private static let lengths: Set<String> = ["len", "length", "l"]
    private static let bytes: Set<String> = ["size", "sz", "bytes", "nbytes", "nb"]

    let facts: FunctionFacts

    init(_ signature: Signature) {
        var facts = FunctionFacts()
        let parameters = signature.parameters
        for (index, parameter) in parameters.enumerated() {
            guard case .pointer(let target, isConst: true) = parameter.type.canonical, parameter.count == nil,
                target.mayBeCounted
            else { continue }
            let counter = [index + 1, index - 1].first { other in
                parameters.indices.contains(other) && Self.counts(parameters[other], parameter, target)
            }
            guard let counter, let name = parameters[counter].name else { continue }
            // One number that stands between two pointers may count either, and is asked for neither.
            let isBetween =
                counter == index + 1 && parameters.indices.contains(index + 2)
                && Self.counts(parameters[counter], parameters[index + 2], nil) && parameters[counter].isPlainCount
            if isBetween, case .pointer(_, isConst: true) = parameters[index + 2].type.canonical { continue }
            facts[index].count = Fact(name, from: "names: \(name) counts \(parameter.name ?? "parameter \(index + 1)")")
        }
        self.facts = facts
    }

    /// Returns whether a parameter counts what another one points to.
    private static func counts(_ counter: Parameter, _ pointer: Parameter, _ target: CType?) -> Bool {
        guard counter.isWholeNumber, let name = counter.name?.countWords, let owner = pointer.name?.countWords else {
            return false
        }
        let words = name.filter { !owner.contains($0) }
        guard let word = words.first, words.count == 1 || words.allSatisfy({ Self.all.contains($0) }) else {
            return false
        }
        let isNamedAfter = words.count < name.count
        guard let target else { return isNamedAfter }
        switch target.canonical {
        // A text ends with its NUL: n is then often the most that is read of it.
        case .integer(.char): return lengths.contains(word) || isNamedAfter && Self.all.contains(word)
        case .void, .integer(.signedChar), .integer(.unsignedChar), .bool: return Self.all.contains(word)
        // The size of larger elements may be one in bytes.
        default: return elements.contains(word) || lengths.contains(word)
        }
    }

    private static let all = elements.union(lengths).union(bytes)
}

extension Parameter {
    /// True for a number that is no signed size: that stands for all if it is negative.
    fileprivate var isWholeNumber: Bool {
        if case .named(let name, _) = type, ["gssize", "ssize_t"].contains(name) { return false }
        guard case .integer(let integer) = type.canonical else { return false }
        switch integer {
        case .char, .signedChar, .unsignedChar: return false
        default: return true
        }
    }

    /// True if the name is a word for a count and no more.
    fileprivate var isPlainCount: Bool { name?.countWords.count == 1 }
}

extension CType {
    /// True if it can be an element of an array that is passed.
    fileprivate var mayBeCounted: Bool {
        switch canonical {
        case .void, .bool, .integer, .floating, .complex, .enumeration, .pointer: true
        case .record(let record): record.members != nil
        default: false
        }
    }
}

extension String {
    /// The words of a parameter's name without plurals: `num_items`, `nItems` and `itemLen` have two, and `datalen` too.
    fileprivate var countWords: [String] {
        NameWords(self).all.flatMap { word -> [String] in
            for ending in ["len", "length", "size", "count"] where word.hasSuffix(ending) && word.count > ending.count {
                return [String(word.dropLast(ending.count)).singular, ending]
            }
            return [word.singular]
        }
    }

    private var singular: String { count > 3 && hasSuffix("s") && !hasSuffix("ss") ? String(dropLast()) : self }
}
