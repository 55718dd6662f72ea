// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSystem
import HeddleTrust

/// The part of the state of one behaviour that must survive the process: the last good version, byte for byte as it was
/// received, and the highest version that each key has signed.
///
/// Each file is replaced in one step, so that a process that is killed leaves the old one or the new one.
struct StateFolder: Sendable {
    private let folder: String

    /// - Parameters:
    ///   - root: the folder of the host.
    ///   - name: that of the behaviour.
    init(in root: String, of name: String) {
        folder = "\(root)/\(name)"
    }

    // MARK: The last good version

    /// The last good version.
    struct Kept: Sendable {
        let text: SourceText
        /// The server's name for the version; nil if it has none.
        let etag: String?
        /// The SHA-256 of a newer version that this host has left again.
        let abandoned: String?
        /// The number of runs of this version that have failed in a row.
        let failures: Int
        /// The moment of the last contact at which it was still the current one.
        let seen: Timestamp
    }

    /// Keeps a version that has become the active one.
    ///
    /// - Throws: that it cannot be written.
    func keep(
        _ text: SourceText, etag: String?, from source: BehaviourEntry.Source, abandoned: String?
    ) throws(Diagnostic) {
        try write(String(decoding: text.bytes, as: UTF8.self), to: "active")
        try note(text, etag: etag, from: source, abandoned: abandoned, failures: 0)
    }

    /// Keeps the version to which the host goes back when the active one fails.
    func keepPrevious(_ text: SourceText) throws(Diagnostic) {
        try write(String(decoding: text.bytes, as: UTF8.self), to: "previous")
    }

    /// The version before the active one; nil if none was kept.
    var previous: SourceText? { try? readText(at: "\(folder)/previous", kind: .state) }

    /// Notes that the version is still the current one.
    func note(
        _ text: SourceText, etag: String?, from source: BehaviourEntry.Source, abandoned: String?, failures: Int
    ) throws(Diagnostic) {
        var members: [Value.Member] = [
            .init("source", .string(source.text)), .init("sha256", .string(text.sha256)),
            .init("seen", .string("\(Timestamp.now)")),
        ]
        if let etag { members.append(.init("etag", .string(etag))) }
        if let abandoned { members.append(.init("abandoned", .string(abandoned))) }
        if failures > 0 { members.append(.init("failures", .int(failures))) }
        try write(Value.object(members).json + "\n", to: "active.json")
    }

    /// The version that was kept; nil if there is none from this source.
    func kept(from source: BehaviourEntry.Source) -> Kept? {
        guard let text = try? readText(at: "\(folder)/active", kind: .state) else { return nil }
        let notes = members(of: "active.json")
        guard notes["source"] == .string(source.text) else { return nil }
        let named = SourceText(name: source.text, bytes: text.bytes)
        // A process that was killed between the two files has written the first.
        let isOfText = notes["sha256"] == .string(named.sha256)
        let seen = notes["seen"].flatMap { if case .string(let text) = $0 { Timestamp(text) } else { nil } }
        var (etag, abandoned): (String?, String?) = (nil, nil)
        if isOfText, case .string(let text)? = notes["etag"] { etag = text }
        if case .string(let text)? = notes["abandoned"] { abandoned = text }
        var failures = 0
        if isOfText, case .number(let number)? = notes["failures"] {
            failures = number.integer.flatMap(Int.init(exactly:)) ?? 0
        }
        return Kept(text: named, etag: etag, abandoned: abandoned, failures: failures, seen: seen ?? .now)
    }

    // MARK: The ratchet

    /// The highest version that each key has signed for this behaviour, by the number of the key.
    ///
    /// - Throws: that the file is unreadable. Then nothing is known of any version, and none can be accepted.
    var versions: [String: Int] {
        get throws(Diagnostic) {
            guard System.allows(.existence, to: "\(folder)/versions.json") else { return [:] }
            let versions = members(of: "versions.json").compactMapValues { value in
                if case .number(let number) = value { number.integer.flatMap(Int.init(exactly:)) } else { nil as Int? }
            }
            if !versions.isEmpty { return versions }
            throw Diagnostic(
                .error, .resource, code: .source(.unkept),
                "\(folder)/versions.json is damaged: it is not known which versions were accepted before",
                suggestion: "remove it only if you know that no old version can come")
        }
    }

    /// Notes a version, below which none that the key has signed is accepted any more.
    func note(_ version: Int, of key: VerifyingKey) throws(Diagnostic) {
        var versions = try versions
        guard version > versions[key.id] ?? 0 else { return }
        versions[key.id] = version
        let members = versions.sorted { $0.key < $1.key }.map { Value.Member($0.key, .int($0.value)) }
        try write(Value.object(members).json + "\n", to: "versions.json")
    }

    // MARK: Files

    private func write(_ text: String, to name: String) throws(Diagnostic) {
        try makeFolders()
        let file = try WholeFile(path: "\(folder)/\(name)", code: .source(.unkept))
        file.write(text)
        try file.commit()
    }

    private func makeFolders() throws(Diagnostic) {
        do throws(SystemFailure) { try System.makeFolders(LexicalPath(folder)) } catch {
            throw Diagnostic(
                .error, .resource, code: .source(.unkept),
                "the folder \(folder) for the state cannot be made: \(error.message)")
        }
    }

    private func members(of name: String) -> [String: Value] {
        guard let text = try? readText(at: "\(folder)/\(name)", kind: .state),
            case .object(let members)? = try? JSONNode.read(text).value
        else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}

extension BehaviourEntry.Source {
    /// The path or the URL.
    var text: String {
        switch self {
        case .file(let path): path
        case .url(let url): url
        }
    }
}
