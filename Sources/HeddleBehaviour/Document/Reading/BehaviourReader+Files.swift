// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads an object of paths.
    func files(_ field: Field) -> DeclaredList<NamedFile>? {
        guard let members = members(field, expected: "an object of names and paths") else { return nil }
        let given = Array(members)
        let named = given.compactMap { member -> NamedFile? in
            let name = Located(member.name, at: member.nameRange)
            let path = text(
                Field(key: member.name, owner: "\"files\"", node: member.value), expected: "the path of a file")
            guard PartPath.canBeName(name.value) else {
                note(
                    .badValue, "\(name.range.excerpt) cannot name a file, expected a name without \(PartPath.marks)",
                    at: name.range)
                return nil
            }
            return path.map { NamedFile(name: name, path: $0) }
        }
        return DeclaredList(all: named, range: field.range, isComplete: named.count == given.count)
    }
}

extension FieldType where Read == DeclaredList<NamedFile>, Reader == BehaviourReader {
    /// An object of paths.
    static var files: Self {
        Self(JSONSchema.kind(.object).with("additionalProperties", .nonEmpty)) { $1.files($0) }
    }
}
