// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Logging
import HeddleReport
import HeddleSystem
import Synchronization

/// The log of the command, to which modules and the `log` aspect write: their messages are events of the run, and lines
/// on standard error before it begins and after it has ended.
final class MessageLog: Sendable {
    static let shared = MessageLog()

    private struct Target {
        let events: EventStream
        let worker: Int?
        /// A process that native code has forked off speaks for itself, on standard error.
        let process = CurrentProcess.number

        func take(_ message: LoggedEvent) -> Bool {
            guard process == CurrentProcess.number else { return false }
            var message = message
            message.worker = worker
            return events.offer(.logged(message))
        }
    }

    private let target = Mutex<Target?>(nil)

    /// Sends messages as events to this stream from here on, with the worker if there is one.
    func tell(_ events: EventStream, worker: Int? = nil) {
        target.withLock { $0 = Target(events: events, worker: worker) }
    }

    /// The logger of a host.
    ///
    /// - Parameter level: the lowest level; other messages are dropped.
    func logger(from level: MessageLevel) -> Logger {
        Logger(label: "heddle") { [self] _ in Handler(log: self, logLevel: Logger.Level(level)) }
    }

    fileprivate func write(_ message: LoggedEvent) {
        if target.withLock({ $0 })?.take(message) != true { StandardStream.error.write(message.line) }
    }
}

private struct Handler: LogHandler {
    let log: MessageLog
    var logLevel: Logger.Level
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let module = event.metadata?["module"].map { "\($0)" }
        log.write(LoggedEvent(MessageLevel(event.level), "\(event.message)", from: module))
    }
}

extension MessageLevel {
    fileprivate init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace, .debug: .debug
            case .info, .notice: .info
            case .warning: .warning
            case .error, .critical: .error
            }
    }
}
