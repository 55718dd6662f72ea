// SPDX-License-Identifier: Apache-2.0

package import HeddleAspects
import HeddleDiagnostics
import HeddleRemote
import HeddleSystem
import Synchronization

/// Delivers the events of a process to servers, collectors and tables.
///
/// Events for servers wait in files of a folder that all processes of a user share, one for each server, until they are
/// taken: what a process leaves there is delivered by the next one that has events for the same server.
package final class Outbox: EventDelivery, Sendable {
    /// The largest number of events that wait for one server.
    package static let usualLimit = 1_000_000

    private struct Opened {
        let writer: Writer
        let queue: DeliveredQueue?
    }

    private let folder: String
    private let fetcher: String
    private let agent: String
    private let limit: Int
    private let opened = Mutex<[EventPlace: Opened]>([:])

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
        let queue = DeliveredQueue(to: place, at: path, limit: limit, connection: connection)
        let buffer = LineBuffer(into: queue) { () throws(SystemFailure) in
            try System.makeFolders(LexicalPath(folder))
            return Spill(database: path).own
        }
        return Opened(writer: Writer(buffer), queue: queue)
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
            let path = url.split(separator: "/", omittingEmptySubsequences: true)
            // The endpoint of a collector, to which each kind of data adds its own path.
            return path.count == 2 ? .otlp((url.hasSuffix("/") ? url : url + "/") + "v1/logs") : place
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

    init(_ buffer: LineBuffer) {
        self.buffer = buffer
    }

    func append(_ line: [UInt8], _ number: UInt64, from losses: EventLosses?) -> String? {
        buffer.append(line, number, from: losses.map(LossSender.init))
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
            case .http(let url, _), .otlp(let url): url
            case .file, .table: ""
            }
        let why = reason.map { ": \($0)" } ?? ""
        var sentences: [String] = []
        let refused = refusal.map { ": \($0)" } ?? why
        if waiting == 0, rejected == 0, dropped == 0, let reason {
            sentences.append("events for \(url) were not delivered: \(reason)")
        }
        if waiting > 0 {
            sentences.append("\(counted(waiting, "event waits", plural: "events wait")) on disk for \(url)\(why)")
        }
        if rejected > 0 {
            sentences.append("\(url) has refused \(counted(rejected, "event"))\(refused)")
        }
        if let warning { sentences.append("\(url) has taken events, and warns: \(warning)") }
        if dropped > 0 {
            sentences.append(
                "\(counted(dropped, "event was", plural: "events were")) dropped: the queue for \(url) was full")
        }
        return sentences
    }
}
