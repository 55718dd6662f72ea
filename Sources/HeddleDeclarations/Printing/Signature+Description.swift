// SPDX-License-Identifier: Apache-2.0

extension Signature: CustomStringConvertible {
    /// The whole declaration with its annotations, as ``DeclarationScope/read(_:)`` reads it back.
    package var description: String { annotated([:]).text }

    /// The symbol behind a declaration under another name; nil where that is the symbol.
    var label: String? { declaredName == symbol ? nil : "asm(\"\(symbol)\")" }

    /// The symbol, or a similar name if the symbol is not a C name.
    var declaredName: String {
        if symbol.isName { return symbol }
        let letters = symbol.unicodeScalars.map { $0.isWordCharacter ? Character($0) : "_" }
        return "_" + String(letters)
    }

    var annotations: [String] {
        var words: [String] = []
        if let success { words.append("_Success_(return \(success.comparison.rawValue) \(limit(of: success)))") }
        words += resultWords
        if let release { words.append("_Free_(\(release))") }
        return words + ruleWords
    }

    /// The annotations of the whole action.
    private var ruleWords: [String] {
        var words = isIdempotent ? [AnnotationWord.idempotent.rawValue] : []
        switch hooking {
        case .any: break
        case .observers: words.append(AnnotationWord.observeOnly.rawValue)
        case .none: words.append(AnnotationWord.unhookable.rawValue)
        }
        return tags.isEmpty ? words : words + ["\(AnnotationWord.tags.rawValue)(\(tags.joined(separator: ", ")))"]
    }

    /// The annotations of a returned pointer: for null, and for the number of its elements.
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
    /// True if C would take it as a name.
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

extension [Parameter] {
    /// The parameters between the parentheses of a function.
    ///
    /// - Parameter format: the parameter that is the format of the variadic arguments.
    func declarations(isVariadic: Bool, format: Int?) -> String {
        let own = indices.map { self[$0].declaration(among: self, isFormat: $0 == format) }
        let list = own + (isVariadic ? ["..."] : [])
        return list.isEmpty ? "void" : list.joined(separator: ", ")
    }
}

extension Parameter {
    func declaration(among parameters: [Parameter], isFormat: Bool) -> String {
        let isNullable = isOptional && directionWord == nil
        let declarator = [isNullable ? "_Nullable" : nil, name].compactMap(\.self).joined(separator: " ")
        let format = isFormat ? [AnnotationWord.printFormat.rawValue] : []
        let words = annotations(among: parameters) + format + [type.declaration(of: declarator)]
        return words.joined(separator: " ")
    }

    private func annotations(among parameters: [Parameter]) -> [String] {
        var words: [AnnotationWord] = []
        if isInstance { words.append(.instance) }
        if isBytes, received == nil { words.append(.bytes) }
        if isRetained { words.append(.retained) }
        if isReleased { words.append(.released) }
        if isSecret { words.append(.secret) }
        if count == .untilNull { words.append(.nullTerminated) }
        let texts = words.map(\.rawValue) + (release.map { ["_Free_(\($0))"] } ?? [])
        return texts + (directionWord.map { [$0.rawValue + counts(among: parameters)] } ?? [])
    }

    /// The annotation for the direction of the value, its count, and null.
    private var directionWord: AnnotationWord? {
        if !isDirectionDeclared, direction == .in, count == nil { return nil }
        let isCounted = count != nil && count != .untilNull
        let receivesPointer = received != nil || direction == .out && !isCounted && type.pointsToPointer
        return AnnotationWord.allCases.first { word in
            let says = word.traits
            return says.direction == direction && says.isOptional == isOptional
                && says.takesCount == (isCounted || received != nil)
                && says.takesWritten == (written != nil && !writesAll) && says.writesAll == writesAll
                && word.isTerminatedWithin == (count?.isTerminated ?? false)
                && says.isBytes == (received != nil && isBytes) && says.isOfPointer == receivesPointer
        }
    }

    /// True if the function fills its room.
    private var writesAll: Bool { direction == .out && written != nil && written == count }

    private func counts(among parameters: [Parameter]) -> String {
        let counts = count == .untilNull ? [] : [count, writesAll ? nil : written, received].compactMap(\.self)
        return counts.isEmpty ? "" : "(\(counts.map { $0.text(among: parameters) }.joined(separator: ", ")))"
    }
}

extension CType {
    fileprivate var pointsToPointer: Bool {
        if case .pointer(let target, _) = canonical { target.isPointer } else { false }
    }
}
