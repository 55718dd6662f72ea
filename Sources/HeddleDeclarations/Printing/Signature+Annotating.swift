// SPDX-License-Identifier: Apache-2.0

extension Signature {
    /// The whole declaration, in which other annotations stand before some parts.
    ///
    /// - Parameter words: the annotations by the index of the parameter, or ``resultPart`` for the result and the
    ///   function. They take the place of those that the part has; ``keepingRules(of:)`` brings back what restricts hooks.
    /// - Returns: the text, as ``DeclarationScope/read(_:)`` reads it, and the bytes of each of the words in it.
    package func annotated(_ words: [Int: String]) -> (text: String, places: [Int: Range<Int>]) {
        var (text, places) = ("", [Int: Range<Int>]())
        func add(_ part: Int) {
            guard let words = words[part] else { return }
            places[part] = text.utf8.count..<text.utf8.count + words.utf8.count
            text += words + " "
        }
        add(Self.resultPart)
        if words[Self.resultPart] == nil { text += annotations.map { $0 + " " }.joined() }
        // The result's type may stand around the parameters, as that of a function pointer does.
        let mark = "\u{1}"
        let pieces = result.declaration(of: "\(declaredName)(\(mark))").split(separator: mark, maxSplits: 1)
        text += pieces[0]
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { text += ", " }
            add(index)
            text +=
                words[index] == nil
                ? parameter.declaration(among: parameters, isFormat: index == format)
                : parameter.type.declaration(of: parameter.name ?? "")
        }
        if isVariadic { text += parameters.isEmpty ? "..." : ", ..." }
        if parameters.isEmpty, !isVariadic { text += "void" }
        text += pieces[1]
        if let label { text += " " + label }
        return (text, places)
    }

    /// The index of a part by its name: that of a parameter, `$1` for the first one, or `return`; nil for no part.
    package func index(ofPart name: String) -> Int? {
        if name == "return" { return Self.resultPart }
        if let named = parameters.firstIndex(where: { $0.name == name }) { return named }
        return Parameter.index(ofPosition: name, among: parameters.count)
    }

    /// The part of a declaration that is no parameter.
    package static let resultPart = -1
}
