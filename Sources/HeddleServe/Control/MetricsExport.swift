// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem
import HeddleTelemetry

extension PostService {
    /// Sends the metrics to a collector of OpenTelemetry, by OTLP over HTTP.
    ///
    /// - Parameter settings: those of the configuration; if there are none, `OTEL_METRICS_EXPORTER` may ask for it.
    /// - Returns: nil if nobody asks for it, or `OTEL_SDK_DISABLED` switches it off.
    /// - Throws: a variable of the environment that cannot be used as it is.
    static func metrics(_ settings: ReportSettings?, _ supervisor: Supervisor, _ host: ServeHost) throws -> Subject? {
        guard let collector = try CollectorSettings(.metrics, settings?.url, instance: host.name, host.log) else {
            return nil
        }
        let every: Duration
        do throws(ExporterEnvironment.Mistake) {
            let environment = ExporterEnvironment { Environment.value(of: $0) }
            every = if let settings { settings.every } else { try environment.metricsInterval() }
        } catch {
            throw ValidationError(error.message)
        }
        let (version, resource) = (HeddleServe.configuration.version, collector.resource)
        return Subject(
            url: CollectorAddress(collector.url, path: "v1/metrics").url, every: every, headers: collector.headers,
            words: "the metrics are", objection: objection
        ) {
            MetricFamily.request(
                host.metrics.families(await supervisor.statuses), of: resource, version: version,
                from: host.metrics.began, at: WallClock.nanoseconds
            ).json
        }
    }

    /// The sentence about an answer of the collector; nil if there is nothing to say.
    @Sendable
    private static func objection(to answer: [UInt8]) -> String? {
        let partial = PartialSuccess(answer)
        let words = partial.message.map { ": \($0)" } ?? ""
        if partial.rejected > 0 {
            return "the collector has refused \(counted(partial.rejected, "data point"))\(words)"
        }
        return partial.message.map { "the collector has taken the metrics, and warns: \($0)" }
    }
}
