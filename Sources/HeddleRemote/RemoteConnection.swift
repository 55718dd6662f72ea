// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A fetcher that stays: it keeps its connections to servers, so that asking one again costs little.
///
/// Requests go one after the other, in the order in which they are made: who waits long for a new version of a file
/// does that by a connection of its own. The program `heddle-fetch` is started with the first request, and again if it
/// has died. A request of which nothing is known when it dies is made once more. It is killed when it is overdue, when
/// a request is cancelled, and when the connection is closed or gone. All that ``RemoteSource`` promises about files
/// holds here as well.
///
/// The process ignores `SIGPIPE`, as `heddle` does: a program that has died does not read.
package actor RemoteConnection {
    /// A file of a server.
    package enum File: Sendable {
        /// The whole file, with the URL as its name, and its version, if the server names one.
        case new(SourceText, etag: String?)
        /// The file is still the one that the asker has. The server may call its version differently now.
        case unchanged(etag: String)
    }

    /// A server's answer to something that it took.
    package struct Receipt: Sendable {
        /// The status, which is 2xx.
        package let status: Int
        /// The body of the answer; empty if it was longer than the limit, or incomplete.
        package let body: [UInt8]
    }

    private let program: FetcherProgram
    private let limits: RemoteSource.Limits
    private var session: FetcherSession?
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a connection. Nothing is started.
    ///
    /// - Parameters:
    ///   - fetcher: the path of `heddle-fetch`; it is not looked up on `PATH`.
    ///   - limits: those of each request.
    ///   - agent: the `User-Agent` of requests, such as `heddle/1.0`.
    package init(fetcher: String, limits: RemoteSource.Limits = .init(), agent: String = "heddle") {
        program = FetcherProgram(path: fetcher, agent: agent)
        self.limits = limits
    }

    deinit { session?.stop() }

    /// The file at a URL.
    ///
    /// - Parameters:
    ///   - etag: the version that the asker has. Any other text than that of an answer counts as none.
    ///   - wait: how long the server may wait for another version, in whole seconds and beyond the limit of time.
    package func get(
        _ url: String, unless etag: String? = nil, waiting wait: Duration? = nil
    ) async throws(RemoteFailure) -> File {
        let etag = etag.flatMap { $0.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) } ? $0 : nil }
        let seconds = wait.map { min(max($0.components.seconds, 0), 86_400) }
        let time = limits.time + .seconds(seconds ?? 0)
        let line = "GET\t\(url)\t\(etag ?? "")\t\(seconds.map(String.init) ?? "")\n"
        switch try await ask(url, Array(line.utf8), within: time) {
        case .same(let tag) where etag != nil: return .unchanged(etag: tag)
        case .taken(_, let body, let tag) where !body.isEmpty:
            return .new(SourceText(name: url, bytes: body), etag: tag)
        default: throw broken("its answer fits no request for a file")
        }
    }

    /// Sends bytes to a URL, once. It fails unless the server says that it took them, by a status of 2xx.
    ///
    /// - Parameters:
    ///   - type: the type of the bytes, such as `application/json`; visible ASCII.
    ///   - headers: further headers of the request, `Name: value` each; visible ASCII.
    package func post(
        _ url: String, type: String, headers: [String] = [], body: [UInt8]
    ) async throws(RemoteFailure) -> Receipt {
        precondition(
            ([type] + headers).joined().utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a header is not one")
        let line = (["POST", url, type, "\(body.count)"] + headers).joined(separator: "\t") + "\n"
        guard case .taken(let status, let answer, _) = try await ask(url, Array(line.utf8) + body, within: limits.time)
        else { throw broken("its answer fits nothing that was sent") }
        return Receipt(status: status, body: answer)
    }

    /// Ends the program. Another request starts it again.
    package func close() {
        session?.stop()
        session = nil
    }

    private func ask(_ url: String, _ request: [UInt8], within time: Duration) async throws(RemoteFailure)
        -> FetcherAnswer
    {
        do throws(Diagnostic) { try RemoteSource.checkForm(of: url) } catch { throw RemoteFailure(error) }
        await takeTurn()
        defer { yieldTurn() }
        while true {
            let current = session ?? FetcherSession(program, limits)
            session = current
            let isOld = current.hasAnswered
            switch await current.ask(request, within: time + FetcherProgram.grace) {
            case .answer(.failed(let failure)): throw failure
            case .answer(let answer): return answer
            case .gone(.overdue):
                session = nil
                throw failure(.overdue, url, time)
            case .gone(let ending):
                session = nil
                if isOld, !Task.isCancelled { continue }
                throw failure(Task.isCancelled ? .cancelled : ending, url, time)
            }
        }
    }

    private func failure(_ ending: FetcherEnding, _ url: String, _ time: Duration) -> RemoteFailure {
        do throws(Diagnostic) {
            _ = try ending.body(of: url, within: time)
            return broken("it ended")
        } catch {
            return RemoteFailure(error, pause: .zero)
        }
    }

    private func broken(_ reason: String) -> RemoteFailure {
        close()
        return RemoteFailure(Diagnostic(source: .fetcherFailed, "heddle-fetch failed: \(reason)"), pause: .zero)
    }
}

// MARK: One after the other

extension RemoteConnection {
    private func takeTurn() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func yieldTurn() {
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }
}
