// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// Holds the sizes and offsets that the module's compiler has noted against Heddle's own.
extension DescriptionReader {
    /// The size of a type record is that of one of the types that it declares.
    mutating func checkSize(_ record: DescriptionRecord) {
        let types = declaredTypes(range(record.text))
        let evidence = LayoutEvidence(size: record.value)
        guard let first = types.first, !types.contains(where: { evidence.difference(from: $0.type) == nil }) else {
            return
        }
        note(evidence, of: first.name, first.type, record)
    }

    /// `type LF field`
    mutating func checkField(_ record: DescriptionRecord) {
        guard case (let name?, let field?) = split(record.text), let type = description.scope.type(named: name),
            let size = type.layout?.size
        else { return }
        let evidence = LayoutEvidence(size: size, fields: [LayoutEvidence.Field(field, at: record.value)])
        note(evidence, of: name, type, record)
    }

    private mutating func note(
        _ evidence: LayoutEvidence, of name: String, _ type: CType, _ record: DescriptionRecord
    ) {
        guard let difference = evidence.difference(from: type) else { return }
        mistakes.append(
            Diagnostic(
                .error, .module, code: "module.layout", difference.words(of: name, "by its compiler"),
                at: range(record.text), suggestion: "write packed and aligned attributes into the declaration"))
    }

    /// The types of a record that was read before; a typedef's own name says more than that of its structure.
    private func declaredTypes(_ text: SourceRange) -> [(name: String, type: CType)] {
        var scope = description.scope
        let declarations = (try? scope.read(text)) ?? []
        return declarations.reversed().compactMap { declaration in
            guard case .type(let name, let type) = declaration, type.layout != nil else { return nil }
            return (name, description.scope.completed(type))
        }
    }
}
