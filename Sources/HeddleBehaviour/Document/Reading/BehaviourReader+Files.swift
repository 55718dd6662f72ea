// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// The files that one behaviour file names.
struct FilesDraft {
    let named: [NamedFile]
    let range: SourceRange
    /// False where one of them could not be read.
    let isComplete: Bool
}

extension BehaviourReader {
    /// Reads an object of paths.
    func files(_ field: Field) -> FilesDraft? {
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
        return FilesDraft(named: named, range: field.range, isComplete: named.count == given.count)
    }

    /// Makes the files of all behaviour files known to the steps; one that is named twice is left out.
    func takeFiles(_ drafts: [FilesDraft]) -> [NamedFile] {
        guard let first = drafts.first else { return [] }
        var names = UniqueNames("file")
        let files = drafts.flatMap(\.named).filter { names.add($0.name, self) }
        set(
            Self.files, to: Located(Set(files.map(\.name.value)), at: first.range),
            isComplete: drafts.allSatisfy(\.isComplete) && !lacksFile)
        return files
    }
}

extension FieldType where Read == FilesDraft, Reader == BehaviourReader {
    /// An object of paths.
    static var files: Self {
        Self(JSONSchema.kind(.object).with("additionalProperties", .nonEmpty)) { $1.files($0) }
    }
}
