// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleRemote
import HeddleTelemetry
import Logging
import ServiceLifecycle

/// Sends the log to a collector of OpenTelemetry, by OTLP over HTTP, every second and at the end.
///
/// A line that does not arrive waits, and is left out where too many do.
struct LogService: Service {
    /// The time between two requests.
    private static let pause = Duration.seconds(1)
    /// The time for the last request.
    private static let farewell = Duration.seconds(2)

    private let records: LogRecords
    private let collector: CollectorSettings
    private let connection: RemoteConnection
    private let log: Logger

    init(_ records: LogRecords, to collector: CollectorSettings, _ host: ServeHost) {
        (self.records, self.collector, log) = (records, collector, host.log)
        connection = host.makeConnection()
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (isHeard, pause) = (true, Self.pause)
            while !Task.isCancelled {
                try? await Task.sleep(for: pause)
                pause = Self.pause
                var isDone = false
                while !isDone {
                    let result = await sendSome()
                    switch result {
                    case .nothing: isDone = true
                    case .sent:
                        if !isHeard { log.info("the collector takes the log again") }
                        isHeard = true
                    case .later(let words, let wish):
                        // Told once: each message about it would be a further one for the collector.
                        if isHeard, !Task.isCancelled { log.warning("the log waits for the collector: \(words)") }
                        (isHeard, isDone, pause) = (false, true, max(Self.pause, wish ?? .zero))
                    case .refused(let words):
                        if isHeard { log.warning("the collector has refused a part of the log: \(words)") }
                        isHeard = false
                    }
                }
            }
        }
        // A collector that is away holds up no end.
        let last = Task { while case .sent = await sendSome() {} }
        let limit = Task {
            try await Task.sleep(for: Self.farewell)
            last.cancel()
        }
        await last.value
        limit.cancel()
        await connection.close()
    }

    private enum Result {
        /// There is nothing to send.
        case nothing
        case sent
        /// The collector may take it after this time.
        case later(String, pause: Duration?)
        case refused(String)
    }

    /// Sends the messages that wait, or some of them.
    private func sendSome() async -> Result {
        let some = records.first
        if some.isEmpty || Task.isCancelled { return .nothing }
        let request = LogRecords.request(
            some, of: collector.resource, version: HeddleServe.configuration.version)
        do {
            _ = try await connection.post(
                CollectorAddress(collector.url, path: "v1/logs").url, type: "application/json",
                headers: collector.headers, body: Array(request.json.utf8))
        } catch {
            let words = error.diagnostic.message
            guard let status = error.status, CollectorStatus.isFinal(status) else {
                return .later(words, pause: error.pause)
            }
            records.remove(some.count)
            return .refused(words)
        }
        records.remove(some.count)
        return .sent
    }
}
