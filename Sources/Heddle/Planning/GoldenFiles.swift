// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSystem

/// The files that `golden` compares with. Each is read once for a plan.
final class GoldenFiles {
    /// True if a value that is not that of its file is written to it, and counts as right.
    let isAccepting: Bool
    private let files: IncludedFiles
    /// The contents by their real paths; nil for a file that is not there.
    private var known: [String: Value?] = [:]
    /// The paths, as the behaviour leads to them.
    private(set) var places: Set<String> = []
    /// A place at which a behaviour compares with a file, in a case or a row of one.
    private struct Use: Hashable {
        let place: SourceRange
        let part: Int
    }
    private var uses: [String: Set<Use>] = [:]
    /// The number of the case, or of the row, that is planned.
    private(set) var part = 0
    /// The warnings of files that are not there, whose expectations fail.
    private(set) var warnings: [Diagnostic] = []

    init(of files: IncludedFiles, accepting isAccepting: Bool) {
        self.files = files
        self.isAccepting = isAccepting
    }

    /// Says that another case, or another row of one, is planned from here on.
    func beginPart() { part += 1 }

    /// Says that a further attempt at a case begins: the files that are its own are again as the plan has found them, so that
    /// what the attempt before has written does not stay where this one gives what they held.
    ///
    /// - Parameter part: the number of the case, or of the row.
    func beginFurtherAttempt(at part: Int) {
        guard isAccepting else { return }
        for (file, uses) in uses where Set(uses.map(\.part)) == [part] { restore(file) }
    }

    /// A file that cannot be restored holds what the attempt before has written, which is told with the next value.
    private func restore(_ file: String) {
        let found = known[file] ?? nil
        guard (try? FileContents.bytes(at: file)).map({ Value(printed: $0) }) != found else { return }
        guard let bytes = found?.printed else {
            try? System.remove(file)
            return
        }
        guard let whole = try? WholeFile(path: file, code: .cases(.unwrittenGolden)) else { return }
        whole.write(bytes)
        try? whole.commit()
    }

    /// The content of a file, a text if it is one; nil for one that is not there, with which nothing is equal.
    ///
    /// - Parameter combinator: the operator in which the comparison stands: there nothing says which value belongs into a
    ///   missing file.
    func content(
        of path: Located<String>, inside combinator: ConditionCombinator? = nil
    ) throws(Diagnostic) -> Value? {
        let place = try place(of: path)
        let file = realPath(of: place)
        places.insert(place)
        uses[file, default: []].insert(Use(place: path.range, part: part))
        let content: Value?
        if let read = known[file] {
            content = read
        } else {
            content = try read(path, at: place)
            known[file] = .some(content)
        }
        if content == nil {
            if let combinator { throw .missingGolden(path, place, inside: combinator) }
            if !isAccepting { warnings.append(.missingGolden(path, place, isOfCase: part > 0)) }
        }
        return content
    }

    /// Returns whether several expectations compare with a file, or several cases or rows by one.
    func isShared(_ path: Located<String>) -> Bool {
        guard let place = try? place(of: path) else { return false }
        return uses[realPath(of: place), default: []].count > 1
    }

    private func read(_ path: Located<String>, at place: String) throws(Diagnostic) -> Value? {
        files.note(place)
        do throws(FileContents.Refusal) {
            return Value(printed: try FileContents.bytes(at: place))
        } catch {
            if error.isMissing { return nil }
            throw Diagnostic(
                code: .cases(.unreadableGolden), "the golden file \(place) cannot be read: \(error.reason)",
                at: path.range)
        }
    }

    /// Writes a value to a file in place of what it holds.
    ///
    /// - Returns: that it was done.
    func accept(_ value: Value, as path: Located<String>) throws(Diagnostic) -> Diagnostic {
        let place = try place(of: path)
        let key = realPath(of: place)
        guard let bytes = value.printed else { throw .unacceptable(value, path) }
        makeFolder(of: place)
        // So that of two processes that write it at the same time the second one finds what the first has written.
        let lock = try? System.open(IncludedFiles.folder(of: place), .forReading)
        defer { if let lock { System.close(lock) } }
        if let lock { _ = try? System.lock(lock, waiting: true) }
        // Another case, perhaps in a process of its own, may have written it since the plan was made.
        let present = (try? FileContents.bytes(at: place)).map { Value(printed: $0) }
        if present != (known[key] ?? nil), present != value { throw .acceptedOtherwise(path, place) }
        // Another expectation may have held with what the file holds, and would not with this.
        if let held = known[key] ?? nil, held != value, uses[key, default: []].count > 1 {
            throw .sharedGolden(path, place)
        }
        let file = try WholeFile(path: place, code: .cases(.unwrittenGolden))
        file.write(bytes)
        do { try file.commit() } catch { throw error.located(at: path.range) }
        return .accepted(path, place)
    }

    private func place(of path: Located<String>) throws(Diagnostic) -> String {
        let origin = files.origin(of: path.range.source)
        if origin == .remote { throw .goldenOfRemote(path) }
        return origin.place(of: path.value)
    }

    /// The path by which a file is known, however the behaviour leads to it; the file need not be there.
    private func realPath(of place: String) -> String {
        let folder = IncludedFiles.folder(of: place)
        return canonicalPath(of: folder) + "/" + (place.split(separator: "/").last ?? "")
    }

    private func makeFolder(of path: String) {
        var end = path.startIndex
        while let slash = path[end...].firstIndex(of: "/") {
            // A folder that cannot be made is reported with the file.
            if slash > path.startIndex { try? System.makeSharedFolder(String(path[..<slash])) }
            end = path.index(after: slash)
        }
    }
}

extension Value {
    /// The bytes of a file that holds it; nil for a value that stands in none.
    fileprivate var printed: [UInt8]? {
        switch self {
        case .string(let text): Array(text.utf8)
        case .bytes(let all): all
        default: nil
        }
    }
}

extension Diagnostic {
    fileprivate static func missingGolden(_ path: Located<String>, _ place: String, isOfCase: Bool) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .cases(.unreadableGolden),
            "there is no golden file \(place), so that its expectation fails", at: path.range,
            suggestion: isOfCase
                ? "heddle test --accept \(path.range.source.name) writes it from what the case gives"
                : "make the file, or put the step into a case: heddle test --accept writes those of cases")
    }

    fileprivate static func missingGolden(
        _ path: Located<String>, _ place: String, inside word: ConditionCombinator
    ) -> Diagnostic {
        Diagnostic(
            code: .cases(.unreadableGolden), "there is no golden file \(place)", at: path.range,
            suggestion: "make the file: heddle test --accept writes none that stands inside of \"\(word.rawValue)\"")
    }

    fileprivate static func goldenOfRemote(_ path: Located<String>) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .cases(.goldenNotForRemote),
            "a fetched behaviour may not compare with \(path.range.excerpt), which is a file on this machine",
            at: path.range, suggestion: "save the behaviour to a file and run that, if you trust it")
    }

    fileprivate static func unacceptable(_ value: Value, _ path: Located<String>) -> Diagnostic {
        Diagnostic(
            code: .cases(.unwrittenGolden),
            "\(value.kindDescription) cannot be written to the golden file \(path.value), expected a text or bytes",
            at: path.range)
    }

    fileprivate static func acceptedOtherwise(_ path: Located<String>, _ place: String) -> Diagnostic {
        Diagnostic(
            code: .cases(.unwrittenGolden),
            "the golden file \(place) was changed during this run, and now holds something else than this value",
            at: path.range, suggestion: "give each case, or row, a golden file of its own")
    }

    fileprivate static func sharedGolden(_ path: Located<String>, _ place: String) -> Diagnostic {
        Diagnostic(
            code: .cases(.unwrittenGolden),
            "the golden file \(place) is that of several expectations, and holds something else than this value",
            at: path.range,
            suggestion:
                "give each case, or row, a golden file of its own, or remove the file: it is made of what all give")
    }

    fileprivate static func accepted(_ path: Located<String>, _ place: String) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .cases(.acceptedGolden),
            "the golden file \(place) was written, so its expectation counts as held", at: path.range,
            suggestion: "look at the difference before you keep it")
    }
}
