// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleRemote
import Logging
import ServiceLifecycle

/// Reports the status to a server: which version of which behaviour runs since when, and what was rejected and why.
///
/// A report that does not arrive is not kept: the next one says all that it said, and more.
struct ReportService: Service {
    private let settings: ReportSettings?
    private let supervisor: Supervisor
    private let host: ServeHost
    private let connection: RemoteConnection

    init(_ settings: ReportSettings?, _ supervisor: Supervisor, _ host: ServeHost) {
        (self.settings, self.supervisor, self.host) = (settings, supervisor, host)
        connection = host.makeConnection()
    }

    func run() async throws {
        guard let settings else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            var isHeard = true
            while !Task.isCancelled {
                isHeard = await report(settings.url, wasHeard: isHeard)
                // Hosts that were started together do not report together.
                try? await Task.sleep(for: settings.every * Double.random(in: 0.9...1.1))
            }
        }
        await connection.close()
    }

    private func report(_ url: String, wasHeard: Bool) async -> Bool {
        let status = HostStatus(host: host.name, behaviours: await supervisor.statuses)
        do {
            _ = try await connection.post(url, type: "application/json", body: Array(status.value.json.utf8))
            if !wasHeard { host.log.info("the status is reported again") }
            return true
        } catch {
            if wasHeard, !Task.isCancelled {
                host.log.warning("the status is not reported: \(error.diagnostic.message)")
            }
            return false
        }
    }
}
