// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON
package import HeddleSchema

/// The modules of a lock file, as `heddle lock` writes it: by the names of their libraries, each with the SHA-256 of its
/// file.
package struct LockFile: Sendable {
    /// The hashes in 64 lowercase hexadecimal digits, by the names of libraries.
    package let hashes: [String: String]

    /// Reads a lock file.
    ///
    /// - Throws: all that is wrong with it.
    package init(_ source: SourceText) throws(Diagnostics) {
        let root = try JSONNode.read(source)
        let reader = LockFileReader()
        var draft = LockDraft()
        LockDraft.form.read(Field(key: "the lock file", owner: "the file", node: root), into: &draft, reader)
        guard reader.mistakes.isEmpty else { throw Diagnostics(reader.mistakes) }
        hashes = Dictionary(draft.modules, uniquingKeysWith: { first, _ in first })
    }
}

/// One reading of a lock file: the mistakes found so far.
private final class LockFileReader: FieldReader {
    private(set) var mistakes: [Diagnostic] = []

    func report(
        _ mistake: FieldMistake, _ message: String, severity: Diagnostic.Severity, at range: SourceRange?,
        label: String?, suggestion: String?
    ) {
        mistakes.append(
            Diagnostic(
                severity, code: .behaviour(DiagnosticCode.Behaviour(mistake)), message, at: range, label: label,
                suggestion: suggestion))
    }
}

private struct LockDraft {
    var version = 1
    var modules: [(String, String)] = []

    static let form = ObjectForm<LockDraft, LockFileReader>(
        "a lock file",
        [
            .required("lock", \.version, .whole(1...1), "The version of the format, 1."),
            .required(
                "modules", \.modules,
                .members(
                    "an object with the modules by their names",
                    of: FieldType<LockedModuleDraft, LockFileReader>.object(
                        LockedModuleDraft.form, from: LockedModuleDraft())
                ) { name, draft in (name.value, draft.sha256 ?? "") }, "The modules by their names."),
        ])
}

private struct LockedModuleDraft {
    var version: String?
    var sha256: String?

    static let form = ObjectForm<LockedModuleDraft, LockFileReader>(
        "a module of a lock file",
        [
            .optional("version", \.version, .text, "Its version, for people."),
            .required("sha256", \.sha256, .sha256, "The SHA-256 of its file in 64 hexadecimal digits."),
        ])
}

extension FieldType where Read == String {
    /// A SHA-256, which is read as lowercase digits.
    package static var sha256: Self {
        Self(JSONSchema.nonEmpty.with("pattern", .string("^[0-9A-Fa-f]{64}$"))) { field, reader in
            guard let text = reader.text(field)?.value.lowercased() else { return nil }
            if text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) { return text }
            reader.badValue(field, expected: "64 hexadecimal digits, as sha256sum prints them")
            return nil
        }
    }
}
