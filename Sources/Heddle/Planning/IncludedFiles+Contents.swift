// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSystem

extension IncludedFiles {
    /// Reads the files whose contents steps may refer to; nil where there are none.
    ///
    /// - Throws: why some cannot be read.
    func contents(of files: [NamedFile]) throws(Diagnostics) -> NamedValues? {
        if files.isEmpty { return nil }
        var members: [Value.Member] = []
        var mistakes: [Diagnostic] = []
        for file in files {
            do throws(Diagnostic) {
                members.append(Value.Member(file.name.value, .bytes(try content(of: file.path))))
            } catch {
                mistakes.append(error)
            }
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        return NamedValues(
            .object(members), declaredAt: Dictionary(files.map { ($0.name.value, $0.name.range) }) { first, _ in first }
        )
    }

    private func content(of path: Located<String>) throws(Diagnostic) -> [UInt8] {
        let origin = origin(of: path.range.source)
        if origin == .remote {
            throw Diagnostic(
                .error, .source, code: .cases(.fileNotForRemote),
                "a fetched behaviour may not read \(path.range.excerpt), which is a file on this machine",
                at: path.range, suggestion: "save the behaviour to a file and run that, if you trust it")
        }
        let place = origin.place(of: path.value)
        note(place)
        do throws(FileContents.Refusal) {
            return try FileContents.bytes(at: place)
        } catch {
            throw Diagnostic(
                code: .cases(.unreadableFile), "the file \(place) cannot be read: \(error.reason)", at: path.range)
        }
    }
}
