// SPDX-License-Identifier: Apache-2.0

package import HeddleAspects
import HeddleDiagnostics
import HeddleRemote
import HeddleSystem
package import HeddleTelemetry
import Synchronization

/// Delivers the events of a process to servers, collectors and tables.
///
/// Events for servers wait in files of a folder that all processes of a user share, one for each server, until they are
/// taken: what a process leaves there is delivered by the next one that has events for the same server.
package final class Outbox: EventDelivery, Sendable {
    /// The largest number of events that wait for one server.
    package static let usualLimit = 1_000_000
    /// The largest number of spans that wait for one collector: an old trace is worth less than an old event.
    private static let mostSpans = 100_000

    private struct Opened {
        let writer: Writer
        let queue: DeliveredQueue?
    }

    private let folder: String
    private let fetcher: String
    private let agent: String
    private let limit: Int
    private let opened = Mutex<[EventPlace: Opened]>([:])
    private let headersOfSpans = Mutex<[String]>([])
    private let trace = Mutex<TraceContext?>(nil)

    /// - Parameters:
    ///   - folder: the folder of the queues; it is made if necessary.
    ///   - fetcher: the path of `heddle-fetch`.
    ///   - limit: the largest number of events that wait for one server.
    package init(
        folder: String, fetcher: String, agent: String = "heddle", limit: Int = Outbox.usualLimit
    ) {
        self.folder = folder
        self.fetcher = fetcher
        self.agent = agent
        self.limit = limit
    }

    /// The folder of the queues in that for what must survive the process.
    package static var usualFolder: String { Environment.stateFolder + "/events" }

    /// The trace that events are made in from here on, which the records of collectors name; nil for none.
    package func setTrace(_ trace: TraceContext?) { self.trace.withLock { $0 = trace } }

    /// The writer of spans for a collector.
    ///
    /// - Parameter headers: further headers of requests, `Name: value` each.
    package func spanWriter(for url: String, headers: [String]) throws(LineFileRefusal) -> any LineWriter {
        headersOfSpans.withLock { $0 = headers }
        return try writer(for: .spans(url))
    }

    package func writer(for place: EventPlace) throws(LineFileRefusal) -> any LineWriter {
        let place = try checked(place)
        return opened.withLock { opened in
            if let known = opened[place] { return known.writer }
            let made = made(place)
            opened[place] = made
            return made.writer
        }
    }

    private func made(_ place: EventPlace) -> Opened {
        if case .table(let file, let name) = place {
            let spill = Spill(database: file + "." + name)
            return Opened(
                writer: Writer(
                    LineBuffer(into: EventTable(at: file, named: name)) { () throws(SystemFailure) in spill.own }),
                queue: nil)
        }
        let (folder, path) = (folder, "\(folder)/\(place.fileName).sqlite")
        let connection = RemoteConnection(
            fetcher: fetcher, limits: .init(bytes: 64 << 10, time: .seconds(30), attempts: 1), agent: agent)
        var (headers, limit) = ([String](), limit)
        if case .spans = place { (headers, limit) = (headersOfSpans.withLock { $0 }, min(limit, Self.mostSpans)) }
        let queue = DeliveredQueue(to: place, at: path, limit: limit, connection: connection, headers: headers)
        let buffer = LineBuffer(into: queue) { () throws(SystemFailure) in
            try System.makeFolders(LexicalPath(folder))
            // Events hold values of calls, which are nobody else's: neither in databases nor in spills and locks.
            try? System.setPermissions(0o700, of: folder)
            return Spill(database: path).own
        }
        guard case .otlp = place else { return Opened(writer: Writer(buffer), queue: queue) }
        let writer = Writer(buffer) { [weak self] line in
            guard let trace = self?.trace.withLock({ $0 }) else { return line }
            return LineTrace.added(trace, to: line)
        }
        return Opened(writer: writer, queue: queue)
    }

    /// Delivers what waits, and what earlier processes have left for the same servers, as far as that is possible soon.
    ///
    /// - Parameter time: how long it may take.
    /// - Returns: a sentence about each server that has not got all.
    package func finish(within time: Duration = .seconds(5)) -> [String] {
        let all = opened.withLock { Array($0.values) }
        for one in all { one.writer.flush() }
        let queues = all.compactMap(\.queue).filter(\.mayHaveEvents)
        for queue in queues { queue.beginEnd() }
        let deadline = ContinuousClock.now + time
        return queues.flatMap { $0.end(at: deadline).sentences(about: $0.place) }
    }

    private func checked(_ place: EventPlace) throws(LineFileRefusal) -> EventPlace {
        switch place {
        case .file: throw LineFileRefusal(message: "files are written, and not delivered to")
        case .table(_, let name):
            if let objection = EventTable.objection(to: name) { throw LineFileRefusal(message: objection) }
            return place
        case .http(let url, _):
            try check(url)
            return place
        case .otlp(let url):
            try check(url)
            return .otlp(CollectorAddress(url, path: "v1/logs").url)
        case .spans(let url):
            // The part behind ? or # is often a secret, and the URL stands in warnings and in the name of a file.
            guard !url.contains(where: { "?#".contains($0) }) else {
                throw LineFileRefusal(
                    message: "the URL of the collector has a part behind ? or #",
                    suggestion: "OTEL_EXPORTER_OTLP_HEADERS takes a key, as name=value")
            }
            try check(url)
            return .spans(CollectorAddress(url, path: "v1/traces").url)
        }
    }

    private func check(_ url: String) throws(LineFileRefusal) {
        do throws(Diagnostic) { try RemoteSource.check(url) } catch {
            throw LineFileRefusal(message: error.message, suggestion: error.suggestion)
        }
    }
}

/// Hands lines to a buffer.
private final class Writer: LineWriter {
    private let buffer: LineBuffer
    private let change: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameter change: makes the line of the one that is appended.
    init(_ buffer: LineBuffer, change: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }) {
        self.buffer = buffer
        self.change = change
    }

    func append(_ line: [UInt8], _ number: UInt64, from losses: EventLosses?) -> String? {
        buffer.append(change(line), number, from: losses.map(LossSender.init))
    }

    func flush() { buffer.flush() }
}

private final class LossSender: LineSender {
    private let losses: EventLosses

    init(_ losses: EventLosses) {
        self.losses = losses
    }

    func lost(_ line: UInt64, because reason: String) { losses.lost(line, because: reason) }
}

extension EventPlace {
    /// A name for its file that says which server it is, and that no other one has.
    fileprivate var fileName: String {
        let text =
            switch self {
            case .http(let url, let asArray): (asArray ? "array " : "lines ") + url
            case .otlp(let url): "otlp " + url
            case .spans(let url): "spans " + url
            case .file(let path): path
            case .table(let file, let name): "\(file) \(name)"
            }
        // FNV-1a in 64 bits, beside what can be read of the URL.
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let plain = text.utf8.map { byte -> UInt8 in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain ? byte : UInt8(ascii: "-")
        }
        return String(decoding: plain.prefix(80), as: UTF8.self) + "-" + String(hash, radix: 16)
    }
}

extension DeliveredQueue.Ending {
    fileprivate func sentences(about place: EventPlace) -> [String] {
        let url =
            switch place {
            case .http(let url, _), .otlp(let url), .spans(let url): url
            case .file, .table: ""
            }
        let noun = if case .spans = place { "span" } else { "event" }
        let why = reason.map { ": \($0)" } ?? ""
        var sentences: [String] = []
        let refused = refusal.map { ": \($0)" } ?? why
        if waiting == 0, rejected == 0, dropped == 0, let reason {
            sentences.append("\(noun)s for \(url) were not delivered: \(reason)")
        }
        if waiting > 0 {
            sentences.append("\(counted(waiting, "\(noun) waits", plural: "\(noun)s wait")) on disk for \(url)\(why)")
        }
        if rejected > 0 {
            sentences.append("\(url) has refused \(counted(rejected, noun))\(refused)")
        }
        if let warning { sentences.append("\(url) has taken \(noun)s, and warns: \(warning)") }
        if dropped > 0 {
            sentences.append(
                "\(counted(dropped, "\(noun) was", plural: "\(noun)s were")) dropped: the queue for \(url) was full")
        }
        return sentences
    }
}
