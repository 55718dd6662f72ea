// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleRemote
import Logging
import ServiceLifecycle

/// Tells a server about the host, again and again.
///
/// A message that does not arrive is not kept: the next one says all that it said, and more.
struct PostService: Service {
    /// A server, and the messages for it.
    struct Subject: Sendable {
        let url: String
        /// The time between two messages.
        let every: Duration
        /// Further headers, `Name: value` each.
        var headers: [String] = []
        /// The message in the log, with its verb: `the status is`.
        let words: String
        /// The sentence for the log about an answer with which the server took the message; nil if there is none.
        var objection: @Sendable ([UInt8]) -> String? = { _ in nil }
        /// Makes the message, in JSON.
        let message: @Sendable () async -> String
    }

    private let subject: Subject
    private let log: Logger
    private let connection: RemoteConnection

    init(_ subject: Subject, _ host: ServeHost) {
        (self.subject, log) = (subject, host.log)
        connection = host.makeConnection()
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (isHeard, objection) = (true, String?.none)
            while !Task.isCancelled {
                isHeard = await send(wasHeard: isHeard, &objection)
                // Hosts that were started together do not report together.
                try? await Task.sleep(for: subject.every * Double.random(in: 0.9...1.1))
            }
        }
        await connection.close()
    }

    /// - Parameter objection: the last one, which is not repeated.
    private func send(wasHeard: Bool, _ objection: inout String?) async -> Bool {
        do {
            let receipt = try await connection.post(
                subject.url, type: "application/json", headers: subject.headers,
                body: Array(await subject.message().utf8))
            if !wasHeard { log.info("\(subject.words) reported again") }
            let found = subject.objection(receipt.body)
            if let found, found != objection { log.warning("\(found)") }
            objection = found
            return true
        } catch {
            if wasHeard, !Task.isCancelled {
                log.warning("\(subject.words) not reported: \(error.diagnostic.message)")
            }
            return false
        }
    }
}

extension PostService {
    /// Reports the status: which version of which behaviour runs since when, and what was rejected and why.
    static func status(_ settings: ReportSettings, _ supervisor: Supervisor, _ host: ServeHost) -> Subject {
        Subject(url: settings.url, every: settings.every, words: "the status is") {
            HostStatus(host: host.name, began: host.began, behaviours: await supervisor.statuses).value.json
        }
    }
}
