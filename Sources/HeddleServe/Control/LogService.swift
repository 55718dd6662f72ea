// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleRemote
import HeddleTelemetry
import ServiceLifecycle

/// Sends the log to a collector of OpenTelemetry, by OTLP over HTTP, every second and at the end.
///
/// What does not arrive waits, and is left out where too much does. Nothing of that stands in the log, which would grow
/// by it.
struct LogService: Service {
    /// The time between two requests.
    private static let pause = Duration.seconds(1)
    /// The time for the last request.
    private static let farewell = Duration.seconds(2)

    private let records: LogRecords
    private let collector: CollectorSettings
    private let connection: RemoteConnection

    init(_ records: LogRecords, to collector: CollectorSettings, _ host: ServeHost) {
        (self.records, self.collector) = (records, collector)
        connection = host.makeConnection()
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.pause)
                while await sendSome() {}
            }
        }
        // A collector that is away holds up no end.
        let last = Task { while await sendSome() {} }
        let limit = Task {
            try await Task.sleep(for: Self.farewell)
            last.cancel()
        }
        await last.value
        limit.cancel()
        await connection.close()
    }

    /// Returns whether some were sent or refused, and others may wait.
    private func sendSome() async -> Bool {
        let some = records.first
        if some.isEmpty || Task.isCancelled { return false }
        let request = LogRecords.request(
            some, of: collector.resource, version: HeddleServe.configuration.version)
        do {
            _ = try await connection.post(
                CollectorAddress(collector.url, path: "v1/logs").url, type: "application/json",
                headers: collector.headers, body: Array(request.json.utf8))
        } catch {
            guard let status = error.status, CollectorStatus.isFinal(status) else { return false }
        }
        records.remove(some.count)
        return true
    }
}
