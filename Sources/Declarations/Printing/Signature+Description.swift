// SPDX-License-Identifier: Apache-2.0

extension Signature: CustomStringConvertible {
    /// The whole declaration with its annotations, as ``DeclarationScope/read(_:)`` reads it back.
    public var description: String {
        let list = parameters.map { $0.declaration(among: parameters) } + (isVariadic ? ["..."] : [])
        let declarator = "\(declaredName)(\(list.isEmpty ? "void" : list.joined(separator: ", ")))"
        let label = declaredName == symbol ? [] : ["asm(\"\(symbol)\")"]
        return (annotations + [result.declaration(of: declarator)] + label).joined(separator: " ")
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
        if resultMayBeNull { words.append("_Ret_maybenull_") }
        if let release { words.append("_Free_(\(release))") }
        return words
    }

    private func limit(of test: SuccessTest) -> String {
        if case .pointer = result.canonical, test.value == 0 { return "NULL" }
        return test.value == .min ? "\(test.value + 1) - 1" : "\(test.value)"
    }
}

extension Parameter {
    fileprivate func declaration(among parameters: [Parameter]) -> String {
        let isNullable = isOptional && directionWord == nil
        let declarator = [isNullable ? "_Nullable" : nil, name].compactMap(\.self).joined(separator: " ")
        return (annotations(among: parameters) + [type.declaration(of: declarator)]).joined(separator: " ")
    }

    private func annotations(among parameters: [Parameter]) -> [String] {
        var words: [String] = []
        if isInstance { words.append("_Self_") }
        if isBytes { words.append("_Bytes_") }
        if isRetained { words.append("_Retained_") }
        if isReleased { words.append("_Post_ptr_invalid_") }
        if let directionWord { words.append(directionWord.rawValue + (countText(among: parameters) ?? "")) }
        return words
    }

    private var directionWord: AnnotationWord? {
        if !isDirectionDeclared, direction == .in, count == nil { return nil }
        if direction == .out, count == nil, case .pointer(let target, _) = type.canonical,
            case .pointer = target.canonical
        {
            return isOptional ? .outPointerOptional : .outPointer
        }
        return AnnotationWord.allCases.first {
            $0.direction == direction && $0.isOptional == isOptional && $0.takesCount == (count != nil)
        }
    }

    private func countText(among parameters: [Parameter]) -> String? {
        switch count {
        case nil: nil
        case .constant(let number): "(\(number))"
        case .parameter(let index): "(\(parameters[index].name ?? ""))"
        }
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
