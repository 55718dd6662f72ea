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

    /// The last good version, and what belongs to it.
    struct Kept: Sendable {
        let text: SourceText
        /// The server's name for the version; nil if it has none.
        let etag: String?
        /// The version that was active before it; nil if there was none.
        let previous: SourceText?
        /// The version that this host has left again. It may be that of ``text`` if the host was killed as it left it.
        let left: SignedVersion?
        /// The number of runs of this version that have failed in a row.
        let failures: Int
        /// The moment of the last contact at which it was still the current one.
        let seen: Timestamp
    }

    /// Keeps the choice after another version has become the active one.
    ///
    /// The version before is written first and removed last, and what was left is written before the version to which
    /// the host goes back: a host that is killed in between never runs what it has left.
    ///
    /// - Throws: that it cannot be written.
    func keep(_ choice: VersionChoice, from source: BehaviourEntry.Source, seen: Timestamp) throws(Diagnostic) {
        guard let active = choice.active else { return }
        if let previous = choice.previous { try write(previous.text, to: "previous") }
        try note(choice, from: source, seen: seen)
        try write(active.text, to: "active")
        if choice.previous == nil { remove("previous") }
    }

    /// Notes what changes while a version stays the active one: failures, and the time at which it was the current one.
    func note(_ choice: VersionChoice, from source: BehaviourEntry.Source, seen: Timestamp) throws(Diagnostic) {
        guard let active = choice.active else { return }
        var members: [Value.Member] = [
            .init("source", .string(source.text)), .init("sha256", .string(active.digest)),
            .init("seen", .string("\(seen)")),
        ]
        if let etag = active.etag { members.append(.init("etag", .string(etag))) }
        if let left = choice.left {
            members.append(
                .init("left", .object([.init("key", .string(left.key)), .init("version", .int(left.number))])))
        }
        if choice.failures > 0 { members.append(.init("failures", .int(choice.failures))) }
        try write(Value.object(members).json + "\n", to: "active.json")
    }

    /// The version that was kept; nil if there is none from this source.
    func kept(from source: BehaviourEntry.Source) -> Kept? {
        guard let text = try? readText(at: "\(folder)/active", kind: .state) else { return nil }
        let notes = members(of: "active.json")
        guard notes["source"] == .string(source.text) else { return nil }
        func named(_ text: SourceText) -> SourceText { SourceText(name: source.text, bytes: text.bytes) }
        // A process that was killed between the files has written the notes of another version.
        let isOfText = notes["sha256"] == .string(text.sha256)
        let seen = notes["seen"].flatMap { if case .string(let text) = $0 { Timestamp(text) } else { nil } }
        var (etag, left): (String?, SignedVersion?) = (nil, nil)
        if isOfText, case .string(let text)? = notes["etag"] { etag = text }
        if case .string(let key)? = notes["left"]?["key"], let version = notes["left"]?["version"]?.whole {
            left = SignedVersion(key: key, number: version)
        }
        return Kept(
            text: named(text), etag: etag,
            previous: (try? readText(at: "\(folder)/previous", kind: .state)).map(named), left: left,
            failures: isOfText ? notes["failures"]?.whole ?? 0 : 0, seen: seen ?? .now)
    }

    // MARK: The ratchet

    /// The highest version that each key has signed for this behaviour.
    ///
    /// - Throws: that the file is unreadable, or a part of it. Then it is not known what a key has signed before, and no
    ///   version can be accepted: a key that is forgotten would let an old version in.
    var ratchet: Ratchet {
        get throws(Diagnostic) {
            do throws(SystemFailure) {
                try System.check(.existence, to: "\(folder)/versions.json")
            } catch {
                if error == .missing || error == .notInFolder { return Ratchet() }
                throw Diagnostic(
                    .error, .resource, code: .source(.unkept),
                    "\(folder)/versions.json cannot be read: \(error.message): it is not known which versions were "
                        + "accepted before")
            }
            let members = members(of: "versions.json")
            let versions = members.compactMapValues(\.whole)
            if !versions.isEmpty, versions.count == members.count { return Ratchet(versions: versions) }
            throw Diagnostic(
                .error, .resource, code: .source(.unkept),
                "\(folder)/versions.json is damaged: it is not known which versions were accepted before",
                suggestion: "remove it only if you know that no old version can come")
        }
    }

    /// Notes a version, below which none that the key has signed is accepted any more.
    func note(_ version: SignedVersion) throws(Diagnostic) {
        var ratchet = try ratchet
        guard ratchet.note(version) else { return }
        let members = ratchet.versions.sorted { $0.key < $1.key }.map { Value.Member($0.key, .int($0.value)) }
        try write(Value.object(members).json + "\n", to: "versions.json")
    }

    // MARK: Files

    private func write(_ text: SourceText, to name: String) throws(Diagnostic) {
        try write(String(decoding: text.bytes, as: UTF8.self), to: name)
    }

    private func write(_ text: String, to name: String) throws(Diagnostic) {
        try makeFolders()
        let file = try WholeFile(path: "\(folder)/\(name)", code: .source(.unkept))
        file.write(text)
        try file.commit()
    }

    /// A file that cannot be removed stays: what is in it is not taken.
    private func remove(_ name: String) { try? System.remove("\(folder)/\(name)") }

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

extension Value {
    /// A whole number; nil for anything else.
    fileprivate var whole: Int? {
        if case .number(let number) = self { number.integer.flatMap(Int.init(exactly:)) } else { nil }
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
