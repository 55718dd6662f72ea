// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleTelemetry

extension MetricFamily {
    /// A request of OTLP in JSON: integers of 64 bits are texts in it, and enumerations numbers.
    ///
    /// - Parameters:
    ///   - resource: the attributes of the host.
    ///   - version: that of the program.
    ///   - start: the moment since which it counts, in nanoseconds since the epoch.
    ///   - time: now.
    static func request(
        _ families: [MetricFamily], of resource: [TelemetryAttribute], version: String, from start: Int64,
        at time: Int64
    ) -> Value {
        let metrics = families.compactMap { $0.otlp(Moments(start: start, time: time)) }
        let scope = Value.object([
            .init("scope", TelemetryEnvelope.scope(version: version)), .init("metrics", .array(metrics)),
        ])
        return .object([
            .init(
                "resourceMetrics",
                .array([
                    .object([
                        .init("resource", TelemetryEnvelope.resource(resource)), .init("scopeMetrics", .array([scope])),
                    ])
                ]))
        ])
    }

    private struct Moments {
        let start: Int64
        let time: Int64

        func point(_ labels: [Label], isSum: Bool, _ value: [Value.Member]) -> Value {
            let attributes = labels.map { TelemetryAttribute($0.name, $0.value).otlp }
            let begin = isSum ? [Value.Member("startTimeUnixNano", .string("\(start)"))] : []
            return .object(
                [.init("attributes", .array(attributes))] + begin
                    + [.init("timeUnixNano", .string("\(time)"))] + value)
        }
    }

    /// Sums since the beginning, as AGGREGATION_TEMPORALITY_CUMULATIVE says.
    private static let cumulative = Value.Member("aggregationTemporality", .int(2))

    /// Nil without a point, which OTLP has no metric for.
    private func otlp(_ moments: Moments) -> Value? {
        let (kind, unit, members, data): (String, String, [Value.Member], [Value])
        switch points {
        case .gauge(let points):
            (kind, unit, members) = ("gauge", "1", [])
            data = points.map { moments.point($0.labels, isSum: false, [.init("asInt", .string("\($0.value)"))]) }
        case .counter(let points):
            (kind, unit, members) = ("sum", "1", [Self.cumulative, .init("isMonotonic", .bool(true))])
            data = points.map { moments.point($0.labels, isSum: true, [.init("asInt", .string("\($0.value)"))]) }
        case .histogram(let bounds, let points):
            (kind, unit, members) = ("histogram", "s", [Self.cumulative])
            data = points.map { labels, value in
                moments.point(
                    labels, isSum: true,
                    [
                        .init("count", .string("\(value.counts.reduce(0, +))")), .init("sum", Value(value.sum)),
                        .init("bucketCounts", .array(value.counts.map { .string("\($0)") })),
                        .init("explicitBounds", .array(bounds.map { Value($0) })),
                    ])
            }
        }
        if data.isEmpty { return nil }
        return .object([
            .init("name", .string(name)), .init("description", .string(help)), .init("unit", .string(unit)),
            .init(kind, .object([.init("dataPoints", .array(data))] + members)),
        ])
    }
}
