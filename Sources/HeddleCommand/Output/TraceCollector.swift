// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleAspects
import HeddleDelivery
import HeddleSystem
import HeddleTelemetry

/// The collector of OpenTelemetry that gets the traces of runs.
struct TraceCollector {
    private let url: String
    private let headers: [String]
    private let resource: [TelemetryAttribute]

    /// Finds the collector that is wanted; nil if traces are not.
    ///
    /// - Parameters:
    ///   - url: an endpoint or the whole URL; nil for that of the environment, if it asks for traces.
    ///   - attributes: those of the process, besides those of the environment.
    /// - Throws: a `ValidationError` about a variable that cannot be used as it is.
    init?(_ url: String?, of attributes: [TelemetryAttribute] = []) throws {
        let environment = ExporterEnvironment { Environment.value(of: $0) }
        if let objection = environment.objectionToExporters(of: .traces) {
            StandardStream.error.write("warning: \(objection)\n")
        }
        guard !environment.isDisabled, url != nil || environment.wants(.traces) else { return nil }
        do throws(ExporterEnvironment.Mistake) {
            self.url = if let url { url } else { try environment.endpoint(for: .traces) }
            headers = try environment.headers(for: .traces)
            resource = try environment.resource(version: HeddleCommand.configuration.version, attributes)
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// Begins the trace of a run. Events that the run sends to servers tell its place.
    ///
    /// - Parameters:
    ///   - source: the file or the URL of the behaviour.
    ///   - place: that of the run in the trace.
    ///   - attributes: those of the run.
    func begin(
        _ source: String, at place: TracePlace, _ attributes: [TelemetryAttribute] = []
    ) throws -> RunTrace {
        do throws(LineFileRefusal) {
            let writer = try Delivery.outbox.spanWriter(for: url, headers: headers)
            Delivery.outbox.setTrace(place.context)
            return RunTrace(at: place, source: source, attributes, resource: resource, writer: writer)
        } catch {
            let mend = error.suggestion.map { ": \($0)" } ?? ""
            throw ValidationError("no trace can be sent: \(error.message)\(mend)")
        }
    }
}
