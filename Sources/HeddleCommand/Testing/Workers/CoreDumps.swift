// SPDX-License-Identifier: Apache-2.0

import Glibc
import HeddleDiagnostics
import HeddleSystem

/// A folder for the core dumps of cases that a signal ends, each named for its case.
struct CoreDumps {
    let folder: String
    /// The signals that leave a core dump, unless somebody has changed that.
    private static let dumping: Set = [
        SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS,
    ]

    /// A folder that was made. From here on cases that are forked from this process leave core dumps.
    init(keptIn folder: String) {
        self.folder = folder
        CaseProcess.keepCoreDumps(in: folder)
    }

    /// Makes the folder if it is missing.
    ///
    /// - Returns: its whole path.
    /// - Throws: why there is no such folder.
    static func folder(at path: String) throws(Diagnostic) -> String {
        do {
            if Folder(path) == nil { try System.makeFolder(path) }
            try System.check(.writing, to: path)
            return try System.realPath(of: path)
        } catch {
            throw Diagnostic(
                .error, .usage, code: .report(.unwritable), "core dumps cannot be kept in \(path): \(error.message)",
                suggestion: "give --core a folder that can be written")
        }
    }

    /// Takes the core dump of a case, and says in a note where it is, or why there is none; nil for a process that no signal
    /// has ended.
    ///
    /// - Parameters:
    ///   - end: the end of the process of the case.
    ///   - name: the name of the case.
    func note(of end: CaseProcess.End, named name: String) -> Diagnostic.Note? {
        guard case .killed(let number) = end.ending else { return nil }
        let own = "\(folder)/\(end.number)"
        let entries = try? System.entries(ofFolder: own)
        defer { if entries != nil { try? System.removeFolder(own) } }
        guard Self.dumping.contains(number) else {
            return Diagnostic.Note("no core dump: the signal leaves none (\(end.ending.signalWords ?? ""))")
        }
        guard let entries else {
            return Diagnostic.Note("no core dump: native code blocks the signal, or handles it otherwise")
        }
        guard let dump = entries.first(where: { !$0.hasPrefix(".") }) else { return missing }
        let size = (try? System.status(at: "\(own)/\(dump)"))?.size ?? 0
        guard size > 0 else {
            try? System.remove("\(own)/\(dump)")
            return Diagnostic.Note("no core dump: it could not be written, by a limit or for lack of space")
        }
        let path = freePath(for: name)
        do {
            try System.rename("\(own)/\(dump)", to: path)
        } catch {
            return Diagnostic.Note("the core dump cannot be moved to \(path): \(error.message)")
        }
        return Diagnostic.Note("core dump: \(path)")
    }

    private var missing: Diagnostic.Note {
        let pattern = try? FileContents.bytes(at: "/proc/sys/kernel/core_pattern")
        let place = pattern.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) } ?? ""
        return Diagnostic.Note(
            place.contains("/") || place.hasPrefix("|")
                ? "no core dump: the system puts them at \(place), by its core_pattern"
                : "no core dump: the limits or the rights of the case forbid it")
    }

    /// `FOLDER/NAME.core`, or with a number where there is such a file.
    private func freePath(for name: String) -> String {
        let plain = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }.prefix(100))
        let paths = (1...).lazy.map { "\(folder)/\(plain)\($0 == 1 ? "" : "-\($0)").core" }
        return paths.first { (try? System.status(at: $0)) == nil } ?? "\(folder)/\(plain).core"
    }
}
