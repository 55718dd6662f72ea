// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleSystem
internal import Synchronization

/// A file that aspects write lines to.
private final class Lines: LineWriter {
    private let file: LineFile

    init(_ file: LineFile) {
        self.file = file
    }

    func append(_ line: [UInt8], _ number: UInt64, from losses: EventLosses?) -> String? {
        file.append(line, number, from: losses)
    }

    func flush() { file.flush() }
}

extension EventLosses: LineSender {}

extension Origin {
    /// The writer for a place that a behaviour of this origin names. Paths are relative to the behaviour.
    func writer(
        for place: EventPlace, deliveredBy delivery: (any EventDelivery)?
    ) throws(LineFileRefusal) -> any LineWriter {
        if case .file(let path) = place { return try lineFile(path) }
        guard case .file = self else {
            throw LineFileRefusal(
                message: "a fetched behaviour may not say where events are sent",
                suggestion: "save the behaviour to a file and run that, if you trust it")
        }
        guard let delivery else {
            throw LineFileRefusal(
                message: "this program delivers events to files and actions alone",
                suggestion: "heddle run delivers them; a host can receive them in an action")
        }
        guard case .table(let file, let name) = place else { return try delivery.writer(for: place) }
        if file.isEmpty { throw LineFileRefusal(message: "the path is empty") }
        let path = self.place(of: file)
        if let reason = LineFile(path: path).obstacle {
            throw LineFileRefusal(message: "\(file) cannot be written: \(reason)")
        }
        return try delivery.writer(for: .table(file: path, name: name))
    }

    private func lineFile(_ path: String) throws(LineFileRefusal) -> any LineWriter {
        guard case .file = self else {
            throw LineFileRefusal(
                message: "a fetched behaviour may not write to files",
                suggestion: "save the behaviour to a file and run that, if you trust it")
        }
        let file = LineFile(path: place(of: path))
        if path.isEmpty { throw LineFileRefusal(message: "the path is empty") }
        if let reason = file.obstacle { throw LineFileRefusal(message: "\(path) cannot be written: \(reason)") }
        return Lines(file)
    }
}

/// The files that a behaviour writes lines to, each opened once.
final class OpenLineFiles: Sendable {
    private let files = Mutex<[String: any LineWriter]>([:])
    private let delivery: (any EventDelivery)?

    init(deliveredBy delivery: (any EventDelivery)?) {
        self.delivery = delivery
    }

    /// The writer for a place in a text of this origin.
    func writer(for destination: EventPlace, of origin: Origin) throws(LineFileRefusal) -> any LineWriter {
        guard case .file(let path) = destination else {
            return try origin.writer(for: destination, deliveredBy: delivery)
        }
        let place = origin.place(of: path)
        return try files.withLock { files throws(LineFileRefusal) in
            if let known = files[place] { return known }
            let file = try origin.writer(for: destination, deliveredBy: delivery)
            files[place] = file
            return file
        }
    }
}
