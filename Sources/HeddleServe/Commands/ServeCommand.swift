// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleSystem
import HeddleTelemetry
import Logging
import ServiceLifecycle
import UnixSignals

/// `heddle serve`: keeps behaviours, and runs them.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Keep behaviours, and run them on occasions.",
        discussion: """
            heddle serve host.json

            The configuration says which behaviours are kept, where they come from, when they run, and which keys it trusts. \
            Another version of a behaviour takes the place of the active one between two runs, once it was verified and \
            checked; one that is not accepted changes nothing but the status.

            SIGHUP reads the configuration again and asks all sources. SIGTERM and Ctrl-C let the runs that are under way \
            end. curl --unix-socket SOCKET http://host/status shows the status.
            """)

    @Argument(help: "The configuration of the host.")
    var configuration: String

    @Flag(help: "Only check the configuration.")
    var check = false

    @Option(
        help: ArgumentHelp("The lowest level of messages: debug, info, warning or error.", valueName: "level"),
        transform: level)
    var logLevel = Logger.Level.info

    private static func level(_ word: String) throws -> Logger.Level {
        if let level = Logger.Level(rawValue: word) { return level }
        throw ValidationError("\(word) is not a level of messages")
    }

    func run() async throws {
        let settings = try ConfigurationReader.read(configuration)
        for warning in settings.warnings { StandardStream.error.write(warning.render(styled: false) + "\n") }
        if check {
            if let file = settings.control.tokenFile { try ControlService.token(in: file) }
            return StandardStream.output.write("the configuration is right\n")
        }
        let records = LogRecords()
        var early = Logger(label: "heddle") { StreamLogHandler.standardError(label: $0) }
        early.logLevel = logLevel
        let logs = try CollectorSettings(.logs, settings.logs, instance: settings.name, early)
        LoggingSystem.bootstrap { label in
            let console = StreamLogHandler.standardError(label: label)
            return logs == nil ? console : MultiplexLogHandler([console, records.handler()])
        }
        var log = Logger(label: "heddle")
        log.logLevel = logLevel
        let traces = try CollectorSettings(.traces, settings.traces, instance: settings.name, log)
        let host = ServeHost(settings, log: log, metrics: Metrics(), traces: traces?.url)
        let notifier = ServiceNotifier()
        let changes = try FileChanges { [log] in log.warning("\($0.message)") }
        let supervisor = Supervisor(settings.behaviours, on: host, changes: changes, notifier: notifier)
        let control = try ControlService(settings.control, supervisor, host: host)
        try StateLock.take(settings.state)
        let posts = [
            settings.report.map { PostService.status($0, supervisor, host) },
            try PostService.metrics(settings.metrics, supervisor, host),
        ].compactMap(\.self)
        var quiet = Logger(label: "heddle.lifecycle")
        quiet.logLevel = .error
        let reload = ReloadService(path: self.configuration, settings, supervisor, notifier, log: log)
        // They stop in the reverse order: operators see how the runs end, and the collector gets the whole log.
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: (logs.map { [.init(service: LogService(records, to: $0, host))] } ?? []) + [
                    .init(service: control), .init(service: supervisor), .init(service: reload),
                    .init(service: WatchdogService(notifier)),
                ] + posts.map { .init(service: PostService($0, host)) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet))
        let impatience = Task {
            var count = 0
            for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
                count += 1
                // The workers end with this process.
                if count > 1 { CurrentProcess.end(status: ExitStatus.interrupted.rawValue) }
            }
        }
        defer { impatience.cancel() }
        try await group.run()
    }
}

/// Reads the configuration again when SIGHUP comes.
private struct ReloadService: Service {
    private let path: String
    private let settings: ServeConfiguration
    private let supervisor: Supervisor
    private let notifier: ServiceNotifier
    private let log: Logger

    init(
        path: String, _ settings: ServeConfiguration, _ supervisor: Supervisor, _ notifier: ServiceNotifier,
        log: Logger
    ) {
        (self.path, self.settings, self.supervisor, self.notifier) = (path, settings, supervisor, notifier)
        self.log = log
    }

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            notifier.tell(.reloading)
            do throws(Diagnostics) {
                let settings = try ConfigurationReader.read(path)
                await supervisor.reload(settings.behaviours)
                log.info("the configuration was read again")
                if !settings.isAlike(self.settings) {
                    log.warning(
                        "name, modulePath, state, control, report, metrics, traces and logs are taken over by a restart alone"
                    )
                }
            } catch {
                for mistake in error.shown {
                    log.error("the configuration is not taken over: \(mistake.render(styled: false))")
                }
            }
            notifier.tell(.ready)
        }
    }
}

/// Tells systemd in time that the host is alive.
private struct WatchdogService: Service {
    private let notifier: ServiceNotifier

    init(_ notifier: ServiceNotifier) {
        self.notifier = notifier
    }

    func run() async throws {
        guard let pace = notifier.watchdogPace else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                notifier.tell(.alive)
                try? await Task.sleep(for: pace)
            }
        }
    }
}
