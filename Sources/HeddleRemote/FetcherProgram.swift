// SPDX-License-Identifier: Apache-2.0

import Subprocess
import SystemPackage

/// The fetcher as a program: its path and its arguments.
struct FetcherProgram: Sendable {
    /// Its path, which is not looked up on `PATH`.
    let path: String
    /// The `User-Agent` that it is given.
    let agent: String

    /// The additional time to wait for the program, which keeps the limit of the transfer itself and reports more.
    static let grace = Duration.seconds(2)
    /// A failure is one line; a program that says much more is not the fetcher.
    static let longestMessage = 64 << 10

    /// Runs it to its end, which comes at the latest when the time and the grace are over.
    ///
    /// The process has ended and was reaped when this returns, whatever happened.
    func run(_ url: String, within limits: RemoteSource.Limits) async -> FetcherEnding {
        let ending = await withTaskGroup(of: FetcherEnding.self) { race in
            race.addTask { await launch(url, limits) }
            race.addTask {
                try? await Task.sleep(for: limits.time + Self.grace)
                return .overdue
            }
            defer { race.cancelAll() }
            return await race.next() ?? .overdue
        }
        return Task.isCancelled ? .cancelled : ending
    }

    /// Cancelling the task kills the process: it holds nothing that wants tidying.
    private func launch(_ url: String, _ limits: RemoteSource.Limits) async -> FetcherEnding {
        do {
            let result = try await Subprocess.run(
                .path(FilePath(path)), arguments: arguments(limits, url), input: .none,
                output: .bytes(limit: limits.bytes), error: .string(limit: Self.longestMessage))
            return .ended(result.terminationStatus, body: result.standardOutput, message: result.standardError)
        } catch let error as SubprocessError {
            return .refused(error, path: path)
        } catch {
            return .unusable("\(error)")
        }
    }

    /// The arguments for a URL, or for `--requests`.
    func arguments(_ limits: RemoteSource.Limits, _ subject: String) -> Arguments {
        [
            "--bytes", "\(limits.bytes)", "--time", "\(limits.time.inMilliseconds)",
            "--connect-time", "\(limits.connectTime.inMilliseconds)", "--attempts", "\(limits.attempts)",
            "--agent", agent, subject,
        ]
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int64 { Int64((self / .milliseconds(1)).rounded(.up)) }
}
