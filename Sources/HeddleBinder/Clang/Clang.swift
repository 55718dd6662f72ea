// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Subprocess

/// The compiler, run as a tool: it reads a source from standard input, and nothing of it is linked.
struct Clang: Sendable {
    /// The options of every run.
    let arguments: [String]

    /// The result of a run.
    struct Ended: Sendable {
        let isSuccess: Bool
        let output: [UInt8]
        let messages: String
    }

    /// The preprocessed headers of the largest libraries are some megabytes.
    private static let longestOutput = 256 << 20
    private static let longestMessages = 16 << 20

    /// Runs clang on a source in C.
    ///
    /// - Parameter libraries: the files that are linked to it.
    /// - Throws: that it cannot be run; that it refuses the source is no such failure.
    func run(
        _ mode: [String], on source: String, linking libraries: [String] = []
    ) async throws(Diagnostic) -> Ended {
        do {
            let result = try await Subprocess.run(
                .name("clang"),
                arguments: Arguments(
                    Self.fixed + mode + arguments + ["-x", "c", "-"]
                        + (libraries.isEmpty ? [] : ["-x", "none"] + libraries)),
                input: .string(source),
                output: .bytes(limit: Self.longestOutput), error: .string(limit: Self.longestMessages))
            return Ended(
                isSuccess: result.terminationStatus == .exited(0), output: result.standardOutput,
                messages: result.standardError)
        } catch let error as SubprocessError {
            throw .clangFailed(error)
        } catch {
            throw Diagnostic(.error, .source, code: .bind(.clang), "clang could not be run: \(error)")
        }
    }

    /// Runs clang on a source that it has to take.
    ///
    /// - Throws: also its first errors, where there are any.
    func succeed(_ mode: [String], on source: String) async throws(Diagnostics) -> Ended {
        let ended: Ended
        do { ended = try await run(mode, on: source) } catch { throw Diagnostics([error]) }
        guard ended.isSuccess else { throw ClangMessages(ended.messages, source: source).diagnostics }
        return ended
    }

    /// The same without throwing, to be run beside others.
    func attempt(_ mode: [String], on source: String) async -> Result<Ended, Diagnostics> {
        do throws(Diagnostics) { return .success(try await succeed(mode, on: source)) } catch { return .failure(error) }
    }

    /// One plain line a message, and no warnings: they are for who writes the headers.
    private static let fixed = [
        "-w", "-fno-color-diagnostics", "-fno-caret-diagnostics", "-fno-diagnostics-show-option",
    ]
}

extension Diagnostic {
    fileprivate static func clangFailed(_ error: SubprocessError) -> Diagnostic {
        guard error.code == .executableNotFound else {
            return Diagnostic(.error, .source, code: .bind(.clang), "clang could not be run: \(error)")
        }
        return Diagnostic(
            .error, .source, code: .bind(.clang), "clang, which reads the headers, is not on the PATH",
            suggestion: "install clang, or add the bin folder of a Swift toolchain, which contains it, to the PATH")
    }
}
