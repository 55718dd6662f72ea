// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The variables by which every program of OpenTelemetry is told where its collector is and who it is itself, as far as
/// they have a meaning here.
package struct ExporterEnvironment {
    /// A variable that cannot be used as it is.
    package struct Mistake: Error, Hashable {
        /// The variable, and what it lacks. The value of a header, which may be a secret, is not in it.
        package let message: String
    }

    /// The collector's usual endpoint for HTTP.
    private static let usualEndpoint = "http://localhost:4318"

    private let value: (String) -> String?

    /// - Parameter value: the value of a variable; nil if it is not set.
    package init(_ value: @escaping (String) -> String?) {
        // A variable that is set to nothing counts as unset, as the specification says.
        self.value = { value($0).flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Signals, which have variables of their own.
    package enum Signal: String {
        case traces = "TRACES"
        case metrics = "METRICS"
        case logs = "LOGS"

        fileprivate var exporters: String { "OTEL_\(rawValue)_EXPORTER" }
    }

    /// True if its variable, such as `OTEL_TRACES_EXPORTER`, asks for the signal by OTLP.
    package func wants(_ signal: Signal) -> Bool { exporters(of: signal).contains("otlp") && !isDisabled }

    /// A sentence about the exporters that are asked for besides, and that Heddle lacks; nil if there are none.
    package func objectionToExporters(of signal: Signal) -> String? {
        let others = exporters(of: signal).filter { $0 != "otlp" && $0 != "none" }
        guard !others.isEmpty, !isDisabled else { return nil }
        let names = others.map(\.excerptOfWord).joined(separator: ", ")
        return "\(signal.exporters) asks for \(names), and heddle sends \(signal.rawValue.lowercased()) by otlp alone"
    }

    private func exporters(of signal: Signal) -> [String] {
        (value(signal.exporters) ?? "").split(separator: ",").map(\.trimmed)
    }

    /// True if `OTEL_SDK_DISABLED` switches everything off.
    package var isDisabled: Bool { value("OTEL_SDK_DISABLED")?.lowercased() == "true" }

    /// The URL that a signal is sent to.
    ///
    /// - Throws: a protocol that Heddle does not speak.
    package func endpoint(for signal: Signal) throws(Mistake) -> String {
        let name = "OTEL_EXPORTER_OTLP_\(signal.rawValue)_PROTOCOL"
        for name in [name, "OTEL_EXPORTER_OTLP_PROTOCOL"] {
            guard let word = value(name) else { continue }
            // Collectors take JSON wherever they take Protocol Buffers by HTTP.
            if word.hasPrefix("http/") { break }
            throw Mistake(message: "\(name) is \(word.excerptOfWord), and heddle speaks http/json alone")
        }
        if let endpoint = value("OTEL_EXPORTER_OTLP_\(signal.rawValue)_ENDPOINT") { return endpoint }
        let endpoint = value("OTEL_EXPORTER_OTLP_ENDPOINT") ?? Self.usualEndpoint
        return (endpoint.hasSuffix("/") ? endpoint : endpoint + "/") + "v1/\(signal.rawValue.lowercased())"
    }

    /// The time between two messages with metrics, of `OTEL_METRIC_EXPORT_INTERVAL`, which counts milliseconds.
    ///
    /// - Returns: a minute if the variable is not set.
    /// - Throws: a text that is no number of milliseconds.
    package func metricsInterval() throws(Mistake) -> Duration {
        let name = "OTEL_METRIC_EXPORT_INTERVAL"
        guard let word = value(name) else { return .seconds(60) }
        guard let milliseconds = UInt32(word.trimmed), milliseconds > 0 else {
            throw Mistake(message: "\(name) is \(word.excerptOfWord), expected a number of milliseconds above 0")
        }
        return .milliseconds(milliseconds)
    }

    /// Further headers of requests, `Name: value` each.
    ///
    /// - Throws: an entry that is no header.
    package func headers(for signal: Signal) throws(Mistake) -> [String] {
        let own = "OTEL_EXPORTER_OTLP_\(signal.rawValue)_HEADERS"
        let name = value(own) == nil ? "OTEL_EXPORTER_OTLP_HEADERS" : own
        return try members(of: name).map { member throws(Mistake) in
            let key = member.name.lowercased()
            let isToken = key.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || "0123456789!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
            let isTaken =
                ["host", "connection", "expect", "accept"].contains(key) || key.hasPrefix("content-")
                || key == "transfer-encoding"
            guard isToken, !key.isEmpty, !isTaken, member.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw Mistake(message: "\(name) has an entry that cannot be a header: its name is \(key.excerptOfWord)")
            }
            return "\(member.name): \(member.value)"
        }
    }

    /// The attributes of the resource that spans and numbers are of.
    ///
    /// - Parameters:
    ///   - version: that of the program.
    ///   - more: further ones that are known here; the environment comes first.
    /// - Throws: an entry that is no attribute.
    package func resource(
        version: String, _ more: [TelemetryAttribute] = []
    ) throws(Mistake) -> [TelemetryAttribute] {
        var attributes = try members(of: "OTEL_RESOURCE_ATTRIBUTES").map { TelemetryAttribute($0.name, $0.value) }
        if let service = value("OTEL_SERVICE_NAME") {
            attributes.removeAll { $0.key == "service.name" }
            attributes.append(TelemetryAttribute("service.name", service))
        }
        let own = [
            TelemetryAttribute("service.name", "heddle"), TelemetryAttribute("telemetry.sdk.name", "heddle"),
            TelemetryAttribute("telemetry.sdk.language", "swift"), TelemetryAttribute("telemetry.sdk.version", version),
        ]
        for attribute in own + more
        where !attributes.contains(where: { $0.key == attribute.key }) {
            attributes.append(attribute)
        }
        return attributes
    }

    /// The members of a list such as `key=value,other=a%20b`.
    private func members(of variable: String) throws(Mistake) -> [(name: String, value: String)] {
        var members: [(name: String, value: String)] = []
        for entry in (value(variable) ?? "").split(separator: ",") {
            let text = entry.trimmed
            if text.isEmpty { continue }
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex,
                let value = text[text.index(after: equals)...].trimmed.percentDecoded,
                let name = text[..<equals].trimmed.percentDecoded
            else { throw Mistake(message: "\(variable) is no list of key=value, separated by commas") }
            members.removeAll { $0.name == name }
            members.append((name, value))
        }
        return members
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it.
    var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(String(drop(while: isSpace)).reversed().drop(while: isSpace).reversed())
    }

    fileprivate var excerptOfWord: String { Value.string(String(self)).excerpt(limit: 40) }
}

extension String {
    /// The text with its percent-encoded bytes; nil if these are none, or not UTF-8.
    fileprivate var percentDecoded: String? {
        var (bytes, rest) = ([UInt8](), utf8[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
