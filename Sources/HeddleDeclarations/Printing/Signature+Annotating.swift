// SPDX-License-Identifier: Apache-2.0

extension Signature {
    /// The whole declaration, in which other annotations stand before some parts.
    ///
    /// - Parameter words: the annotations of parts; those of ``resultPart`` are of the function too. They take the place
    ///   of those that the part has; ``keepingRules(of:)`` brings back what restricts hooks.
    /// - Returns: the text, as ``DeclarationScope/read(_:)`` reads it, and the bytes of each of the words in it.
    package func annotated(
        _ words: [AnnotatedPart: String]
    ) -> (text: String, places: [AnnotatedPart: Range<Int>]) {
        var written = AnnotatedDeclaration(words: words)
        written.add(wordsOf: [Self.resultPart])
        if words[[Self.resultPart]] == nil { written.text += annotations.map { $0 + " " }.joined() }
        // The result's type may stand around the parameters, as that of a function pointer does.
        let mark = AnnotatedDeclaration.mark
        let pieces = result.declaration(of: "\(declaredName)(\(mark))").split(separator: mark, maxSplits: 1)
        written.text += pieces[0]
        written.add(parameters, isVariadic: isVariadic, format: format, inside: [])
        written.text += pieces[1]
        if let label { written.text += " " + label }
        return (written.text, written.places)
    }
}

extension CType {
    /// The type of ``writtenFunction`` with something else in the place of its parameters.
    fileprivate func writingParameters(as mark: String) -> CType {
        switch self {
        case .pointer(let target, let isConst): .pointer(to: target.writingParameters(as: mark), isConst: isConst)
        case .function(let function):
            .function(
                FunctionType(
                    result: function.result, parameters: [Parameter(name: nil, type: .named(mark, .integer(.int)))],
                    isVariadic: false))
        default: self
        }
    }
}

/// A declaration while it is written, with annotations that its parts do not have.
private struct AnnotatedDeclaration {
    let words: [AnnotatedPart: String]
    var text = ""
    private(set) var places: [AnnotatedPart: Range<Int>] = [:]

    init(words: [AnnotatedPart: String]) { self.words = words }

    /// Stands where parameters are written.
    static let mark: Character = "\u{1}"

    mutating func add(wordsOf part: AnnotatedPart) {
        guard let words = words[part] else { return }
        places[part] = text.utf8.count..<text.utf8.count + words.utf8.count
        text += words + " "
    }

    /// Writes parameters.
    ///
    /// - Parameters:
    ///   - format: the index of the one that is a format.
    ///   - part: the parameter to whose function they belong; empty for those of the declaration.
    mutating func add(_ parameters: [Parameter], isVariadic: Bool, format: Int?, inside part: AnnotatedPart) {
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { text += ", " }
            add(parameter, among: parameters, isFormat: index == format, as: part + [index])
        }
        if isVariadic { text += parameters.isEmpty ? "..." : ", ..." }
        if parameters.isEmpty, !isVariadic { text += "void" }
    }

    private mutating func add(
        _ parameter: Parameter, among parameters: [Parameter], isFormat: Bool, as part: AnnotatedPart
    ) {
        add(wordsOf: part)
        var parameter = parameter
        let function = parameter.type.writtenFunction
        let isInner = words.keys.contains { $0.count > part.count && $0.starts(with: part) }
        if isInner { parameter.type = parameter.type.writingParameters(as: String(Self.mark)) }
        let written =
            words[part] == nil
            ? parameter.declaration(among: parameters, isFormat: isFormat)
            : parameter.type.declaration(of: parameter.name ?? "")
        guard isInner, let function, let place = written.firstIndex(of: Self.mark) else { return text += written }
        text += written[..<place]
        add(function.parameters, isVariadic: function.isVariadic, format: nil, inside: part)
        text += written[written.index(after: place)...]
    }
}
