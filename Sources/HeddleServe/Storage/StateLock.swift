// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// The right of one host to a folder of states, which ends with its process.
///
/// Two hosts that write to the same files would each forget what the other one has accepted.
enum StateLock {
    /// Locks a folder for the rest of this process.
    ///
    /// A folder that cannot be made or written is not locked: nothing is kept in it either, and that is said elsewhere.
    ///
    /// - Throws: that another process has it, or that there are no locks there.
    static func take(_ folder: String) throws(Diagnostic) {
        let path = "\(folder)/lock"
        guard (try? System.makeFolders(LexicalPath(folder))) != nil,
            let file = try? System.open(path, [.forWriting, .creating], permissions: 0o600)
        else { return }
        if try isLocked(file, of: folder) {
            // As wide as any number, so that it covers that of the last process.
            let number = "\(System.processNumber)"
            let line = number + String(repeating: " ", count: max(0, 10 - number.count)) + "\n"
            return (try? System.write(Array(line.utf8), to: file)) ?? ()
        }
        System.close(file)
        let owner = (try? readText(at: path, kind: .state)).map { String(decoding: $0.bytes.prefix(10), as: UTF8.self) }
        let process = owner.flatMap { $0.split(whereSeparator: \.isWhitespace).first }.map { "process \($0)" }
        throw Diagnostic(
            .error, .resource, code: .source(.sharedState),
            "the folder \(folder) for the state is that of another host, \(process ?? "whose process is unknown")",
            suggestion: "\"state\" of the configuration names another folder")
    }

    private static func isLocked(_ file: Int32, of folder: String) throws(Diagnostic) -> Bool {
        do throws(SystemFailure) { return try System.lock(file) } catch {
            System.close(file)
            throw Diagnostic(
                .error, .resource, code: .source(.sharedState),
                "the folder \(folder) for the state cannot be locked: \(error.message)",
                suggestion: "\"state\" of the configuration names another folder, on a file system that has locks")
        }
    }
}
