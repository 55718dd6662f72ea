// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleRemote
import HeddleSystem
import HeddleTelemetry
import Logging

extension PostService {
    /// Sends the metrics to a collector of OpenTelemetry, by OTLP over HTTP.
    ///
    /// - Parameter settings: those of the configuration; if there are none, `OTEL_METRICS_EXPORTER` may ask for it.
    /// - Returns: nil if nobody asks for it, or `OTEL_SDK_DISABLED` switches it off.
    /// - Throws: a variable of the environment that cannot be used as it is.
    static func metrics(_ settings: ReportSettings?, _ supervisor: Supervisor, _ host: ServeHost) throws -> Subject? {
        let environment = ExporterEnvironment { Environment.value(of: $0) }
        if let objection = environment.objectionToExporters(of: .metrics) { host.log.warning("\(objection)") }
        guard !environment.isDisabled, settings != nil || environment.wants(.metrics) else { return nil }
        do {
            let url = try settings?.url ?? environment.endpoint(for: .metrics)
            try RemoteSource.check(url)
            let version = HeddleServe.configuration.version
            let resource = try environment.resource(
                version: version, [TelemetryAttribute("service.instance.id", host.name)])
            return Subject(
                url: CollectorAddress(url, path: "v1/metrics").url,
                every: try settings?.every ?? environment.metricsInterval(),
                headers: try environment.headers(for: .metrics), words: "the metrics are",
                objection: { answer in
                    let partial = PartialSuccess(answer)
                    let words = partial.message.map { ": \($0)" } ?? ""
                    if partial.rejected > 0 {
                        return "the collector has refused \(counted(partial.rejected, "data point"))\(words)"
                    }
                    return partial.message.map { "the collector has taken the metrics, and warns: \($0)" }
                }
            ) {
                MetricFamily.request(
                    host.metrics.families(await supervisor.statuses), of: resource, version: version,
                    from: host.metrics.began, at: WallClock.nanoseconds
                ).json
            }
        } catch let mistake as ExporterEnvironment.Mistake {
            throw ValidationError(mistake.message)
        } catch let refusal as Diagnostic {
            throw ValidationError("no metrics can be sent: \(refusal.message)")
        }
    }
}
