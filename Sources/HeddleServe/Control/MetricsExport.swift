// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleSystem
import HeddleTelemetry

extension PostService {
    /// Sends the metrics to a collector of OpenTelemetry, by OTLP over HTTP.
    ///
    /// - Throws: a variable of the environment that cannot be used as it is.
    static func metrics(_ settings: ReportSettings, _ supervisor: Supervisor, _ host: ServeHost) throws -> Subject {
        let environment = ExporterEnvironment { Environment.value(of: $0) }
        do throws(ExporterEnvironment.Mistake) {
            let version = HeddleServe.configuration.version
            let resource = try environment.resource(
                version: version, [TelemetryAttribute("service.instance.id", host.name)])
            return Subject(
                url: CollectorAddress(settings.url, path: "v1/metrics").url, every: settings.every,
                headers: try environment.headers(for: .metrics), words: "the metrics are"
            ) {
                MetricFamily.request(
                    host.metrics.families(await supervisor.statuses), of: resource, version: version,
                    from: host.metrics.began, at: WallClock.nanoseconds
                ).json
            }
        } catch {
            throw ValidationError(error.message)
        }
    }
}
