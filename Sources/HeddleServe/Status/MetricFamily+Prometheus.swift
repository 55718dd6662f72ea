// SPDX-License-Identifier: Apache-2.0

extension MetricFamily {
    /// The lines of Prometheus' text.
    var prometheusLines: [String] {
        switch points {
        case .gauge(let points): lines("", "gauge", points.map { "\(Self.text(of: $0.labels)) \($0.value)" })
        case .counter(let points):
            lines("_total", "counter", points.map { "\(Self.text(of: $0.labels)) \($0.value)" })
        case .histogram(let bounds, let points):
            head("_seconds", "histogram")
                + points.flatMap { lines(of: $0.value, $0.labels, bounds, plain + "_seconds") }
        }
    }

    private var plain: String { name.replacing(".", with: "_") }

    private func lines(_ end: String, _ type: String, _ rest: [String]) -> [String] {
        head(end, type) + rest.map { plain + end + $0 }
    }

    private func head(_ end: String, _ type: String) -> [String] {
        ["# HELP \(plain)\(end) \(help)", "# TYPE \(plain)\(end) \(type)"]
    }

    private func lines(
        of distribution: Distribution, _ labels: [Label], _ bounds: [Double], _ name: String
    ) -> [String] {
        var (lines, count) = ([String](), UInt64(0))
        for index in distribution.counts.indices {
            count += distribution.counts[index]
            let bound = index < bounds.count ? "\(bounds[index])" : "+Inf"
            lines.append("\(name)_bucket\(Self.text(of: labels + [("le", bound)])) \(count)")
        }
        let text = Self.text(of: labels)
        return lines + ["\(name)_sum\(text) \(distribution.sum)", "\(name)_count\(text) \(count)"]
    }

    private static func text(of labels: [Label]) -> String {
        let texts = labels.map { name, value in
            let escaped = value.map { character in
                switch character {
                case "\\": #"\\"#
                case "\"": #"\""#
                case "\n": #"\n"#
                default: String(character)
                }
            }.joined()
            return "\(name)=\"\(escaped)\""
        }
        return "{\(texts.joined(separator: ","))}"
    }
}
