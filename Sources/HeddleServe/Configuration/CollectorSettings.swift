// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleRemote
import HeddleSystem
import HeddleTelemetry
import Logging

/// The collector of OpenTelemetry for one signal, by the configuration and the environment.
struct CollectorSettings: Sendable {
    /// An endpoint, or the whole URL.
    let url: String
    let headers: [String]
    /// The attributes of the host.
    let resource: [TelemetryAttribute]

    /// Finds the collector of a signal.
    ///
    /// - Parameters:
    ///   - url: that of the configuration; without it the environment may ask for the signal.
    ///   - instance: the name of the host.
    /// - Returns: nil if nobody asks for the signal, or `OTEL_SDK_DISABLED` switches it off.
    /// - Throws: a `ValidationError` about a variable of the environment that cannot be used as it is.
    init?(_ signal: ExporterEnvironment.Signal, _ url: String?, instance: String, _ log: Logger) throws {
        let environment = ExporterEnvironment { Environment.value(of: $0) }
        if let objection = environment.objectionToExporters(of: signal) { log.warning("\(objection)") }
        guard !environment.isDisabled, url != nil || environment.wants(signal) else { return nil }
        do {
            self.url = try url ?? environment.endpoint(for: signal)
            try RemoteSource.check(self.url)
            headers = try environment.headers(for: signal)
            resource = try environment.resource(
                version: HeddleServe.configuration.version, [TelemetryAttribute("service.instance.id", instance)])
        } catch let mistake as ExporterEnvironment.Mistake {
            throw ValidationError(mistake.message)
        } catch let refusal as Diagnostic {
            throw ValidationError("no \(signal.rawValue.lowercased()) can be sent: \(refusal.message)")
        }
    }
}
