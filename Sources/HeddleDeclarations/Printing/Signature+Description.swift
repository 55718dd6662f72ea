// SPDX-License-Identifier: Apache-2.0

extension Signature: CustomStringConvertible {
    /// The whole declaration with its annotations, as ``DeclarationScope/read(_:)`` reads it back.
    package var description: String {
        let list = parameters.declarations(isVariadic: isVariadic, format: format)
        let label = declaredName == symbol ? [] : ["asm(\"\(symbol)\")"]
        return (annotations + [result.declaration(of: "\(declaredName)(\(list))")] + label).joined(separator: " ")
    }

    /// The symbol, or a name like it where the symbol is no name of C.
    private var declaredName: String {
        if symbol.isName { return symbol }
        let letters = symbol.unicodeScalars.map { $0.isWordCharacter ? Character($0) : "_" }
        return "_" + String(letters)
    }

    private var annotations: [String] {
        var words: [String] = []
        if let success { words.append("_Success_(return \(success.comparison.rawValue) \(limit(of: success)))") }
        words += resultWords
        if let release { words.append("_Free_(\(release))") }
        return words + ruleWords
    }

    /// What is said of the whole action.
    private var ruleWords: [String] {
        var words = isIdempotent ? [AnnotationWord.idempotent.rawValue] : []
        switch hooking {
        case .any: break
        case .observers: words.append(AnnotationWord.observeOnly.rawValue)
        case .none: words.append(AnnotationWord.unhookable.rawValue)
        }
        return tags.isEmpty ? words : words + ["\(AnnotationWord.tags.rawValue)(\(tags.joined(separator: ", ")))"]
    }

    /// What is said of a returned pointer: whether it may be null and how many elements it points to.
    private var resultWords: [String] {
        let mayBeNull = resultMayBeNull ? [AnnotationWord.resultMayBeNull.rawValue] : []
        switch resultCount {
        case nil: return mayBeNull
        case .untilNull: return mayBeNull + [AnnotationWord.nullTerminated.rawValue]
        case .constant(1): return mayBeNull + [AnnotationWord.resultValid.rawValue]
        case let count?:
            let word: AnnotationWord = resultMayBeNull ? .resultWritesMayBeNull : .resultWrites
            return ["\(word.rawValue)(\(count.text(among: parameters)))"]
        }
    }

    private func limit(of test: SuccessTest) -> String {
        if case .pointer = result.canonical, test.value == 0 { return "NULL" }
        return test.value == .min ? "\(test.value + 1) - 1" : "\(test.value)"
    }
}

extension String {
    /// Whether C would take it as a name.
    private var isWord: Bool {
        guard let first = unicodeScalars.first, !("0"..."9" ~= first) else { return false }
        return unicodeScalars.allSatisfy(\.isWordCharacter)
    }

    fileprivate var isName: Bool { isWord && WordMeaning(self)?.allowsName ?? true }
}

extension Unicode.Scalar {
    fileprivate var isWordCharacter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: false
        }
    }
}
