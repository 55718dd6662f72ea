// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HeddleAspects
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleRemote
import HeddleSchema
import HeddleSystem
import HeddleTrust

/// One reading of a configuration: the mistakes found so far.
final class ConfigurationReader: FieldReader {
    private(set) var issues: [Diagnostic] = []
    /// The keys by their names.
    fileprivate(set) var keys: [String: String] = [:]
    /// The folder that paths are relative to.
    fileprivate let folder: String

    private init(folder: String) {
        self.folder = folder
    }

    func report(
        _ mistake: FieldMistake, _ message: String, severity: Diagnostic.Severity, at range: SourceRange?,
        label: String?, suggestion: String?
    ) {
        issues.append(
            Diagnostic(
                severity, code: .behaviour(DiagnosticCode.Behaviour(mistake)), message, at: range, label: label,
                suggestion: suggestion))
    }

    /// Reads a configuration.
    ///
    /// - Throws: everything that is wrong with it.
    static func read(_ path: String) throws(Diagnostics) -> ServeConfiguration {
        let source: SourceText
        do { source = try readText(at: path, kind: .configuration) } catch { throw Diagnostics([error]) }
        let root = try JSONNode.read(source)
        let reader = ConfigurationReader(folder: LexicalPath(path).folder.text)
        var draft = ConfigurationDraft()
        let field = Field(key: "the configuration", owner: "the file", node: root)
        ConfigurationDraft.form.read(field, into: &draft, reader)
        let behaviours = reader.behaviours(draft.behaviours)
        guard reader.issues.allSatisfy({ $0.severity != .error }) else { throw Diagnostics(reader.issues) }
        return ServeConfiguration(
            name: draft.name ?? System.hostName, modulePath: draft.modulePath.map { reader.path($0.value) },
            state: draft.state.map(reader.path) ?? Environment.stateFolder, control: reader.control(draft.control),
            report: draft.report.to.map { ReportSettings(url: $0, every: draft.report.every) },
            metrics: draft.metrics.to.map { ReportSettings(url: $0, every: draft.metrics.every) },
            traces: draft.traces.to, logs: draft.logs.to,
            behaviours: behaviours, warnings: reader.issues)
    }

    /// A path as this process sees it.
    fileprivate func path(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

    private func control(_ draft: ControlDraft) -> ControlSettings {
        ControlSettings(
            socket: draft.socket.map(path) ?? StandardPlaces.controlSocket, mode: draft.mode, port: draft.port,
            tokenFile: draft.token.map(path), idle: draft.idle)
    }
}

// MARK: Behaviours

extension ConfigurationReader {
    fileprivate func behaviours(_ drafts: [BehaviourDraft]) -> [BehaviourEntry] {
        var (entries, names): ([BehaviourEntry], Set<String>) = ([], [])
        for draft in drafts {
            check(draft.keys)
            guard let from = draft.from, let name = draft.name, isName(name) else { continue }
            let own = from.value.contains("://") ? [url(from, name, draft)] : files(from, name, draft)
            // Each file of a folder is one, so that any of them may have the name of an entry before or behind it.
            for entry in own where !names.insert(entry.name).inserted {
                report(.badValue, "two behaviours have the name \"\(entry.name)\"", at: name.range)
            }
            entries += own
        }
        return entries
    }

    private func files(_ from: Located<String>, _ name: Located<String>, _ draft: BehaviourDraft) -> [BehaviourEntry] {
        for misplaced in draft.ofURLs {
            let message = "\"\(misplaced.key)\" is for a behaviour from a URL, and \(from.range.excerpt) is a path"
            report(.badCombination, message, at: misplaced.range)
        }
        let path = path(from.value)
        guard let folder = Folder(path) else {
            // It may come later, so that this is no error.
            if !System.allows(.reading, to: path) {
                report(
                    .badReference, "there is no file \(path) that can be read, from which \(name.range.excerpt) comes",
                    severity: .warning, at: from.range, label: nil, suggestion: nil)
            }
            return [entry(.file(path), name.value, draft)]
        }
        do {
            let files = try folder.files(endingIn: ".json", limit: SourceText.largestSize)
            return files.map { file in
                let stem = String(LexicalPath(file).name.dropLast(".json".count))
                return entry(.file(file), "\(name.value).\(stem)", draft)
            }
        } catch {
            report(.badValue, error.message, at: from.range)
            return []
        }
    }

    private func url(_ from: Located<String>, _ name: Located<String>, _ draft: BehaviourDraft) -> BehaviourEntry {
        do throws(Diagnostic) { try RemoteSource.check(from.value) } catch {
            report(.badValue, error.message, at: from.range, suggestion: error.suggestion)
        }
        if draft.isUnsigned, !draft.keys.isEmpty {
            report(.badCombination, "\"unsigned\" of a behaviour cannot be combined with \"keys\"", at: from.range)
        }
        if draft.keys.isEmpty, !draft.isUnsigned, !from.value.isLoopback {
            report(
                .missingKey,
                "the behaviour \(name.range.excerpt) comes from another host and is not signed, expected \"keys\"",
                at: from.range, suggestion: "\"unsigned\": true lets whoever controls that host run code on this one")
        }
        if draft.modules == nil {
            report(
                .missingKey, "the behaviour \(name.range.excerpt) comes from a URL, expected \"modules\", found none",
                at: from.range, suggestion: "list the modules that it may use")
        }
        return entry(.url(from.value), name.value, draft)
    }

    private func entry(_ source: BehaviourEntry.Source, _ name: String, _ draft: BehaviourDraft) -> BehaviourEntry {
        let trusted = draft.keys.compactMap { key in keys[key.value].map { TrustedKey(name: key.value, text: $0) } }
        return BehaviourEntry(
            name: name, source: source, runs: draft.runs, polling: draft.polling, keys: trusted,
            identity: draft.identity ?? name, modules: draft.modules, actions: draft.actions.map(\.value),
            staleAfter: draft.staleAfter, expiresAfter: draft.expiresAfter)
    }

    /// Names stand in URLs, and folders are named for them.
    private func isName(_ name: Located<String>) -> Bool {
        let isName =
            !name.value.hasPrefix(".")
            && name.value.utf8.allSatisfy { byte in
                let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
                return letters.contains(byte | 0x20) || "0123456789-_.".utf8.contains(byte)
            }
        if isName, !name.value.isEmpty { return true }
        report(
            .badValue, "\(name.range.excerpt) cannot name a behaviour, expected letters, digits, -, _ and .",
            at: name.range)
        return false
    }

    /// Checks that the names of keys are those of the configuration.
    fileprivate func check(_ names: [Located<String>]) {
        for name in names where keys[name.value] == nil {
            report(
                .badReference, "there is no key \(name.range.excerpt)", at: name.range, label: "unknown key",
                suggestion: didYouMean(name.value, among: Array(keys.keys)))
        }
    }
}

extension String {
    /// True if the URL is of this machine.
    fileprivate var isLoopback: Bool {
        guard let host = URL(string: self)?.host() else { return false }
        return host == "localhost" || host == "::1" || host == "[::1]"
            || host.hasPrefix("127.") && host.split(separator: ".").count == 4
                && host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
}

// MARK: The form

private typealias Form<Draft> = ObjectForm<Draft, ConfigurationReader>

private struct ConfigurationDraft {
    var version: Int?
    var name: String?
    var modulePath: [Located<String>] = []
    var state: String?
    var control = ControlDraft()
    var report = ReportDraft()
    var metrics = ReportDraft()
    var traces = CollectorDraft()
    var logs = CollectorDraft()
    var behaviours: [BehaviourDraft] = []

    static let form = Form<ConfigurationDraft>(
        "a configuration",
        [
            .required("serve", \.version, .whole(1...1), "The version of the format, 1."),
            .optional("name", \.name, .text, "The name of the host; by default that of the machine."),
            .optional("modulePath", \.modulePath, .texts(), "The folders in which modules are looked up."),
            .optional(
                "state", \.state, .text,
                "The folder for what must survive the process; by default $STATE_DIRECTORY or "
                    + "$XDG_STATE_HOME/heddle."),
            .optional("control", \.control, .object(ControlDraft.form, from: ControlDraft()), "The control interface."),
            .optional(
                "report", \.report, .object(ReportDraft.form, from: ReportDraft()),
                "The server that gets the status in JSON by POST, again and again."),
            .optional(
                "metrics", \.metrics, .object(ReportDraft.form, from: ReportDraft()),
                "The collector of OpenTelemetry that gets the metrics by OTLP over HTTP."),
            .optional(
                "traces", \.traces, .object(CollectorDraft.form, from: CollectorDraft()),
                "The collector of OpenTelemetry that gets each run as a trace by OTLP over HTTP."),
            .optional(
                "logs", \.logs, .object(CollectorDraft.form, from: CollectorDraft()),
                "The collector of OpenTelemetry that gets the log by OTLP over HTTP."),
            .optional("keys", JSONSchema.kind(.object).described(ofKeys)) { _, field, reader in reader.readKeys(field)
            },
            .required(
                "behaviours", \.behaviours, .behaviours, "The behaviours, by names of your choice."),
        ])

    private static let ofKeys = "The public keys that sign behaviours, by names of your choice."
}

extension ConfigurationReader {
    /// Reads the keys, to which behaviours refer by name.
    fileprivate func readKeys(_ field: Field) {
        guard let members = members(field, expected: "an object with the keys by their names") else { return }
        for member in members {
            let field = field.member(member)
            guard let text = text(field) else { continue }
            if VerifyingKey(text.value) == nil { badValue(field, expected: VerifyingKey.form) }
            keys[member.name] = text.value
        }
    }
}

private struct ControlDraft {
    var socket: String?
    var mode: UInt32 = 0o600
    var port: Int?
    var token: String?
    var idle = Duration.seconds(30)

    static let form = Form<ControlDraft>(
        "the control interface",
        [
            .optional("socket", \.socket, .text, "The path of the Unix socket."),
            .optional("mode", \.mode, .mode, "The permissions of the socket in octal digits, such as \"0660\"."),
            .optional("port", \.port, .whole(1...65_535), "A port on 127.0.0.1; without it there is none."),
            .optional("token", \.token, .text, "The file with the token that requests to the port must show."),
            .optional(
                "idle", \.idle, .duration, "The time in which a client has to send or take something; 30 s by default."),
        ], rules: [.needs(\.port, with: \.token, because: "is open to every user of this machine")])
}

private struct ReportDraft {
    var to: String?
    var every = Duration.seconds(60)

    static let form = Form<ReportDraft>(
        "the reports",
        [
            .required("to", \.to, .url, "An http or https URL."),
            .optional("every", \.every, .pace, "The time between two reports; 60 s by default."),
        ])
}

private struct CollectorDraft {
    var to: String?

    static let form = Form<CollectorDraft>("a collector", [.required("to", \.to, .url, "An http or https URL.")])
}

private struct BehaviourDraft {
    /// A time without news of a server.
    private static func age(
        _ name: String, _ path: any WritableKeyPath<BehaviourDraft, Duration?> & Sendable
    ) -> Form<BehaviourDraft>.Key {
        .optional(name, FieldType<Duration, ConfigurationReader>.duration.schema()) { draft, field, reader in
            draft.ofURLs.append((field.key, field.range))
            draft[keyPath: path] = FieldType<Duration, ConfigurationReader>.duration.read(field, reader)
        }
    }

    var name: Located<String>?
    var from: Located<String>?
    var runs = RunSettings()
    var polling = PollSettings()
    var keys: [Located<String>] = []
    var isUnsigned = false
    var identity: String?
    var modules: [AllowedModule]?
    var actions: [Located<String>] = []
    var staleAfter: Duration?
    var expiresAfter: Duration?
    /// The keys that mean nothing for files.
    var ofURLs: [(key: String, range: SourceRange)] = []

    static let form = Form<BehaviourDraft>(
        "a behaviour",
        [
            .required("from", \.from, .text, "A file, a folder of files, or an http or https URL."),
            .optional("run", \.runs, .object(RunSettings.form, from: RunSettings()), "The occasions of runs."),
            .optional(
                "poll", JSONSchema.kind(.object).and(PollSettings.form.schema)
            ) { draft, field, reader in
                draft.ofURLs.append((field.key, field.range))
                PollSettings.form.read(field, into: &draft.polling, reader)
            },
            .optional("keys", JSONSchema.kind(.array)) { draft, field, reader in
                draft.ofURLs.append((field.key, field.range))
                draft.keys = reader.texts(field)
            },
            .optional("unsigned", JSONSchema.flag) { draft, field, reader in
                draft.ofURLs.append((field.key, field.range))
                if let flag = FieldType<Bool, ConfigurationReader>.flag.read(field, reader) { draft.isUnsigned = flag }
            },
            .optional("identity", \.identity, .text, "The identity that is signed; by default its name here."),
            .optional(
                "modules", \.modules, .allowedModules,
                "The modules that it may use: bare names, or objects with \"library\" and \"sha256\"."),
            .optional("actions", \.actions, .texts(), "Patterns of the actions that it may call."),
            age("staleAfter", \.staleAfter), age("expiresAfter", \.expiresAfter),
        ], rules: [.needs(\.actions, with: \.modules, because: "narrows the modules that may be used")])
}

extension RunSettings {
    fileprivate static let form = Form<RunSettings>(
        "the runs",
        [
            .optional("onStart", \.onStart, .flag, "Run it when the host has started."),
            .optional("onChange", \.onChange, .flag, "Run it when another version has taken its place."),
            .optional("every", \.every, .pace, "Run it again and again, so long after the last start."),
            .optional("timeLimit", \.timeLimit, .duration, "The longest time that a run may take."),
        ])
}

extension PollSettings {
    fileprivate static let form = Form<PollSettings>(
        "the polling",
        [
            .optional("every", \.every, .pace, "The time between two requests; 60 s by default."),
            .optional(
                "wait", \.wait, .duration, "The time that the server may keep a request until there is something new."),
        ])
}

extension FieldType where Read == Duration, Reader == ConfigurationReader {
    fileprivate static var duration: Self {
        Self(FieldType<UInt64, Reader>.span.schema()) { field, reader in
            FieldType<UInt64, Reader>.span.read(field, reader).map { .nanoseconds(Int64(clamping: $0)) }
        }
    }

    /// The time between two turns of what is done again and again. With less than a millisecond the host would be busy
    /// with the turns alone. More is not asked for: runs of small behaviours take a few milliseconds, and those who test
    /// a host have many of them follow each other.
    fileprivate static var pace: Self {
        Self(duration.schema()) { field, reader in
            guard let time = duration.read(field, reader) else { return nil }
            if time >= .milliseconds(1) { return time }
            reader.badValue(field, expected: "a duration of at least 1 ms", suggestion: "write \"1 ms\" or more")
            return nil
        }
    }
}

extension FieldType where Read == UInt32, Reader == ConfigurationReader {
    /// Permissions in octal digits, as chmod takes them.
    fileprivate static var mode: Self {
        Self(JSONSchema.nonEmpty) { field, reader in
            guard let text = reader.text(field)?.value else { return nil }
            // A number may also begin with a sign, permissions may not.
            let isOctal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
            if isOctal, let mode = UInt32(text, radix: 8), mode <= 0o777 { return mode }
            reader.badValue(field, expected: "octal digits such as \"0660\"")
            return nil
        }
    }
}

extension FieldType where Read == String, Reader == ConfigurationReader {
    fileprivate static var url: Self {
        Self(JSONSchema.nonEmpty) { field, reader in
            guard let text = reader.text(field)?.value else { return nil }
            do throws(Diagnostic) { try RemoteSource.check(text) } catch {
                let mend = text.contains("://") ? error.suggestion : "write http://\(text)"
                reader.report(.badValue, "\(field.place): \(error.message)", at: field.range, suggestion: mend)
                return nil
            }
            return text
        }
    }
}

private struct AllowedModuleDraft {
    var library: String?
    var sha256: String?

    static let form = Form<AllowedModuleDraft>(
        "a module",
        [
            .required("library", \.library, .text, "Its bare name."),
            .required("sha256", \.sha256, .sha256, "The SHA-256 of its file in 64 hexadecimal digits."),
        ])
}

extension FieldType where Read == [AllowedModule], Reader == ConfigurationReader {
    /// A name, a module with its hash, or a lock file with several of these.
    fileprivate static var allowedModule: Self {
        Self(JSONSchema()) { field, reader in
            guard case .object(let members) = field.node.content else {
                return reader.text(field).map { [AllowedModule(library: $0.value, hashes: [])] }
            }
            if members.contains(where: { $0.name == "lock" }) {
                var draft = LockFileDraft()
                LockFileDraft.form.read(field, into: &draft, reader)
                return draft.lock.flatMap(reader.lockedModules)
            }
            var draft = AllowedModuleDraft()
            AllowedModuleDraft.form.read(field, into: &draft, reader)
            guard let library = draft.library, let hash = draft.sha256 else { return nil }
            return [AllowedModule(library: library, hashes: [hash])]
        }
    }

    /// One entry, or a list. Several entries with the hashes of one library allow each of these files.
    fileprivate static var allowedModules: Self {
        Self(JSONSchema()) { field, reader in
            guard case .array = field.node.content else { return allowedModule.read(field, reader) }
            guard let modules = FieldType<[[AllowedModule]], Reader>.list(of: .allowedModule).read(field, reader) else {
                return []
            }
            var joined: [AllowedModule] = []
            for module in modules.joined() {
                guard let index = joined.firstIndex(where: { $0.library == module.library }) else {
                    joined.append(module)
                    continue
                }
                if joined[index].hashes.isEmpty != module.hashes.isEmpty {
                    let name = Value.string(module.library).excerpt()
                    reader.report(
                        .badCombination, "the module \(name) stands here with a \"sha256\" and without one",
                        at: field.range)
                }
                joined[index].hashes += module.hashes
            }
            return joined
        }
    }
}

// MARK: Lock files

private struct LockFileDraft {
    var lock: Located<String>?

    static let form = Form<LockFileDraft>(
        "an entry of \"modules\"",
        [.required("lock", \.lock, .text, "The path of a file that heddle lock has written.")])
}

extension ConfigurationReader {
    /// The modules of a lock file; nil if it is wrong, which is reported where it is.
    fileprivate func lockedModules(_ lock: Located<String>) -> [AllowedModule]? {
        do throws(Diagnostics) {
            let source: SourceText
            do { source = try readText(at: path(lock.value), kind: .lockFile) } catch { throw Diagnostics([error]) }
            return try LockFile(source).hashes.sorted { $0.key < $1.key }
                .map { AllowedModule(library: $0.key, hashes: [$0.value]) }
        } catch {
            for mistake in error.all {
                report(
                    .badReference, "the lock file cannot be used: \(mistake.message)", at: mistake.range ?? lock.range,
                    label: mistake.label, suggestion: mistake.suggestion)
            }
            return nil
        }
    }
}

extension FieldType where Read == [BehaviourDraft], Reader == ConfigurationReader {
    fileprivate static var behaviours: Self {
        .members(
            "an object with the behaviours by their names",
            of: FieldType<BehaviourDraft, Reader>.object(BehaviourDraft.form, from: BehaviourDraft())
        ) { name, draft in
            var draft = draft
            draft.name = name
            return draft
        }
    }
}
