// SPDX-License-Identifier: Apache-2.0

/// Finds parameters that count another one by their names: `const T *items, size_t item_count`.
package struct CountNames {
    // Words are compared without their plurals.
    private static let elements: Set<String> = ["n", "num", "count", "cnt", "nr", "item", "nitem", "element", "nmemb"]
    private static let lengths: Set<String> = ["len", "length"]
    private static let bytes: Set<String> = ["size", "sz", "byte", "nbyte", "nb"]
    private static let all = elements.union(lengths).union(bytes)
    /// The names of texts that a length beside them does not count.
    private static let names: Set<String> = ["file", "path", "name", "filename", "dir", "url", "uri", "mode", "format"]
    /// The names of pointers to what is no array of bytes, though it has no type.
    private static let contexts: Set<String> = ["ctx", "context", "opaque", "closure", "cookie", "self", "user"]

    private let parameters: [Parameter]
    private let areTextsPieces: Bool

    /// - Parameter areTextsPieces: true where texts are likely to be pieces of buffers, as those are that a library hands
    ///   to a callback: any number that is named like a size counts them then, and not only one named like a length.
    package init(_ parameters: [Parameter], areTextsPieces: Bool) {
        self.parameters = parameters
        self.areTextsPieces = areTextsPieces
    }

    /// The count of what a parameter points to, as an annotation writes it: `n`, or `n * size`; nil for one that is not
    /// counted, or is declared with a count.
    package func count(of index: Int) -> String? {
        guard parameters[index].count == nil, let counter = counter(of: index), let name = parameters[counter].name
        else { return nil }
        return name + (sizeBehind(counter, for: index).map { " * \($0)" } ?? "")
    }

    /// Returns whether the parameter beside a pointer counts what it points to, also where the function may write there.
    package func isCounted(_ index: Int) -> Bool {
        guard case .pointer(let target, _) = parameters[index].type.canonical else { return false }
        return counts(index + 1, index, target) || counts(index - 1, index, target)
    }

    /// Returns whether a parameter beside a pointer may count what it points to, be it in bytes. A bare `n` before it is
    /// often a number of its own.
    package func mayBeCounted(_ index: Int) -> Bool {
        [index - 1, index + 1].contains { place in
            guard parameters.indices.contains(place), parameters[place].isWholeNumber,
                let words = parameters[place].name?.countWords
            else { return false }
            return place > index
                ? words.contains(where: Self.all.contains) : words != ["n"] && words.allSatisfy(Self.all.contains)
        }
    }

    /// The parameter that counts another one: the one behind it, or else the one before it. Two pointers that are named
    /// alike, such as `s1` and `s2`, are counted by the number behind them.
    private func counter(of index: Int) -> Int? {
        guard let target = target(of: index) else { return nil }
        if counts(index + 1, index, target) { return index + 1 }
        if counts(index - 1, index, target) {
            // A number between two pointers counts the one before it.
            return index >= 2 && parameters[index - 2].type.isPointer ? nil : index - 1
        }
        guard self.target(of: index + 1) == target, counts(index + 2, index + 1, target),
            let one = parameters[index].name, let other = parameters[index + 1].name,
            one.count == 1 && other.count == 1 || one != other && one.withoutDigits == other.withoutDigits
        else { return nil }
        return index + 2
    }

    /// The type of the elements behind a pointer to constants; nil for any other parameter.
    private func target(of index: Int) -> CType? {
        guard parameters.indices.contains(index),
            case .pointer(let target, isConst: true) = parameters[index].type.canonical, target.mayBeCounted
        else { return nil }
        return target
    }

    /// The number that is multiplied with a count of what has no type: `const void *p, size_t size, size_t n`.
    private func sizeBehind(_ counter: Int, for index: Int) -> String? {
        let next = counter + 1
        guard target(of: index)?.canonical == .void, counter > index, parameters.indices.contains(next),
            parameters[next].isWholeNumber, let words = parameters[next].name?.countWords, words.count == 1,
            Self.all.contains(words[0])
        else { return nil }
        return parameters[next].name
    }

    /// Returns whether a parameter counts what another one points to.
    private func counts(_ index: Int, _ pointer: Int, _ target: CType) -> Bool {
        guard parameters.indices.contains(index), parameters[index].isWholeNumber,
            let name = parameters[index].name?.countWords, let owner = parameters[pointer].name?.countWords
        else { return false }
        if target.canonical == .void, !Self.contexts.isDisjoint(with: owner) { return false }
        // `geoms, ngeoms`
        if let name = parameters[pointer].name, parameters[index].name == "n\(name)" { return true }
        let words = name.filter { !owner.contains($0) }
        guard let word = words.first, words.allSatisfy(Self.all.contains) else { return false }
        let isNamedAfter = words.count < name.count
        switch target.canonical {
        // A text ends with its NUL: n is then often the most that is read of it.
        case .integer(.char):
            return isNamedAfter || (areTextsPieces || Self.lengths.contains(word)) && Self.names.isDisjoint(with: owner)
        case .void, .integer(.signedChar), .integer(.unsignedChar), .bool: return true
        // The length of a structure is often that of a part of it, and `n` behind one that of something else.
        case .record:
            let isPlural = parameters[pointer].name.map { $0.count > 1 && $0.hasSuffix("s") } ?? false
            return Self.elements.contains(word) && (isNamedAfter || isPlural || word != "n")
        // The size of larger elements may be one in bytes.
        default: return Self.elements.contains(word) || Self.lengths.contains(word)
        }
    }
}

extension Parameter {
    /// True for a number that is no signed size: that stands for all if it is negative.
    fileprivate var isWholeNumber: Bool {
        if case .named(let name, _) = type, ["gssize", "ssize_t", "off_t", "__off_t"].contains(name) { return false }
        guard case .integer(let integer) = type.canonical else { return false }
        switch integer {
        case .char, .signedChar, .unsignedChar: return false
        default: return true
        }
    }
}

extension CType {
    /// True for the characters of texts that are wider than a byte.
    package var isWideCharacter: Bool {
        if case .named(let name, _) = self { ["wchar_t", "char16_t", "char32_t"].contains(name) } else { false }
    }

    /// True if it can be an element of an array that is passed.
    fileprivate var mayBeCounted: Bool {
        if isWideCharacter { return false }
        return switch canonical {
        case .void, .bool, .integer, .floating, .complex, .enumeration, .pointer: true
        case .record(let record): record.members != nil
        default: false
        }
    }
}

extension String {
    fileprivate var withoutDigits: String { filter { !$0.isNumber } }

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
