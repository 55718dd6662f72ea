// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension DeclarationParser {
    /// The type of a member that points to a function, with annotations of its parameters that stand elsewhere; and the
    /// mistakes in these. A parameter that is not there gets none.
    func annotated(
        _ function: FunctionType, of member: RecordType.Member, by annotations: [MemberAnnotation]
    ) -> (type: CType, mistakes: [Diagnostic]) {
        let signature = Signature(
            symbol: member.name ?? "function", result: function.result, parameters: function.parameters,
            isVariadic: function.isVariadic)
        var words: [AnnotatedPart: SourceRange] = [:]
        for annotation in annotations {
            guard let part = signature.part(named: annotation.path.joined(separator: ".")),
                part != [Signature.resultPart]
            else { continue }
            words[part] = annotation.words
        }
        guard let first = words.values.first else { return (member.type, []) }
        let (text, places) = signature.annotated(words.mapValues(\.text))
        let source = SourceText(name: "the annotations of \(signature.symbol)", text)
        var scope = DeclarationScope()
        scope.names = names
        scope.names.forgetFunctions()
        do throws(Diagnostics) {
            let read = try scope.read(source.whole)
            let found = read.count == 1 ? read[0].function : nil
            let annotated = CType.function(
                FunctionType(
                    result: function.result, parameters: found?.parameters ?? [], isVariadic: function.isVariadic))
            guard annotated.isSame(as: .function(function)) else {
                let mistake = Diagnostic(
                    code: .declaration(.annotation), "\(first.excerpt) is more than annotations", at: first,
                    suggestion: "write nothing but annotations, such as \"_In_reads_(count)\"")
                return (member.type, [mistake])
            }
            if case .pointer(_, let isConst) = member.type { return (.pointer(to: annotated, isConst: isConst), []) }
            return (annotated, [])
        } catch {
            return (
                member.type,
                error.all.map { mistake in
                    var mistake = mistake
                    let start = mistake.range?.bytes.lowerBound ?? 0
                    let part = places.first { $0.value.contains(start) }?.key
                    mistake.range = part.flatMap { words[$0] } ?? first
                    return mistake
                }
            )
        }
    }
}

extension RecordType {
    /// Returns whether annotations say more than types of the member at a path, or of the parameter of a function to which
    /// such a member points: `read.buffer`. Nil where there is none.
    package func isAnnotated(at path: [String]) -> Bool? {
        for length in path.indices.map({ $0 + 1 }) {
            guard let member = member(at: Array(path.prefix(length))) else { continue }
            if length == path.count { return member.isAnnotated }
            guard let function = member.type.writtenFunction else { continue }
            return function.parameter(named: path.dropFirst(length))?.isAnnotated
        }
        return nil
    }
}

extension FunctionType {
    /// The parameter of a name, or one of the function that it points to; nil where there is none.
    fileprivate func parameter(named path: ArraySlice<String>) -> Parameter? {
        guard let name = path.first,
            let index = parameters.firstIndex(where: { $0.name == name })
                ?? Parameter.index(ofPosition: name, among: parameters.count)
        else { return nil }
        let inner = path.dropFirst()
        return inner.isEmpty ? parameters[index] : parameters[index].type.writtenFunction?.parameter(named: inner)
    }
}
