// SPDX-License-Identifier: Apache-2.0

package import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleSystem

/// The libraries and actions that a host may use, as somebody decides who trusts the behaviour less than the host.
///
/// Both go by the names of libraries: the names of modules are the behaviour's own choice.
package struct Allowance: Sendable {
    /// The source of the decision.
    private enum Authority {
        /// The configuration of a host that serves behaviours of others.
        case configuration
        /// A lock file, by its path.
        case lockFile(String)
    }

    private let authority: Authority
    private let libraries: [String]
    private let fingerprints: Fingerprints
    private let patterns: [WildcardPattern]
    /// The patterns as they were written.
    private let actions: [String]

    /// The allowance of a configuration.
    ///
    /// - Parameters:
    ///   - libraries: the libraries by their bare names on the module path.
    ///   - fingerprints: what is known of their files.
    ///   - actions: patterns such as `greeter.say*`; empty for all actions of these libraries.
    package init(libraries: [String], fingerprints: Fingerprints, actions: [String]) {
        authority = .configuration
        self.libraries = libraries
        self.fingerprints = fingerprints
        self.actions = actions
        patterns = actions.map { WildcardPattern($0) }
    }

    /// The allowance of a lock file: its modules, each as the file that it was, and libraries that are named by a soname.
    ///
    /// - Parameters:
    ///   - path: of the file, for messages.
    ///   - hash: the SHA-256 of some bytes.
    package init(_ lock: LockFile, at path: String, by hash: @escaping @Sendable ([UInt8]) -> String) {
        authority = .lockFile(path)
        libraries = lock.hashes.keys.sorted()
        fingerprints = Fingerprints(lock.hashes.mapValues { [$0] }, by: hash)
        (actions, patterns) = ([], [])
    }

    /// The reason why a library may not be loaded; nil if it may.
    func refusal(ofLibrary name: String) -> Diagnostic? {
        if libraries.contains(key(of: name)) { return nil }
        let allowed = libraries.map { "\"\($0)\"" }.joined(separator: ", ")
        let subject = "the module \(Value.string(name).excerpt())"
        switch authority {
        case .configuration:
            return Diagnostic(
                .error, .source, code: .source(.notAllowed),
                "\(subject) may not be used here: the configuration allows \(allowed.isEmpty ? "none" : allowed)")
        case .lockFile(let path):
            if case .soname = LibraryName(name) { return nil }
            let isPath = if case .path = LibraryName(name) { true } else { false }
            return Diagnostic(
                .error, .module, code: .source(.notAllowed),
                "\(subject) may not be used here: the lock file \(path) has \(allowed.isEmpty ? "no module" : allowed)",
                suggestion: didYouMean(key(of: name), among: libraries)
                    ?? (isPath
                        ? "a lock file has modules of the module path, by their bare names: name it so"
                        : "heddle lock writes it anew, with all modules of the module path"))
        }
    }

    /// The name by which a library is known: a lock file knows files by their bare names, wherever they stand.
    private func key(of name: String) -> String {
        if case .lockFile = authority, case .path(let path) = LibraryName(name) {
            return LexicalPath(path).libraryName ?? name
        }
        return name
    }

    /// The reason why a file may not be loaded as a library; nil if it may. Its bytes are those that are loaded.
    func refusal(of file: LibraryFile, as name: String) -> Diagnostic? {
        var refusal = fingerprints.refusal(of: file, as: key(of: name))
        if case .lockFile = authority { refusal?.subject = .module }
        return refusal
    }

    /// The file that a library was loaded from earlier, if that had to be a certain one.
    func accepted(_ name: String) -> LibraryFile? { fingerprints.accepted(key(of: name)) }

    /// The reason why a library may not be loaded whose bytes nobody has seen; nil if it may.
    func refusal(ofUnseen name: String) -> Diagnostic? { fingerprints.refusal(ofUnseen: name) }

    /// The reason why an action may not be called; nil if it may.
    func refusal(of action: String, inLibrary library: String) -> Diagnostic? {
        let name = "\(library).\(action)"
        if patterns.isEmpty || patterns.contains(where: { $0.matches(name) }) { return nil }
        return Diagnostic(
            .error, .source, code: .source(.notAllowed),
            "the action \(Value.string(name).excerpt()) may not be called here: the configuration allows "
                + actions.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    /// The reason why steps may not work in memory; nil if they may. No configuration allows that by allowing all actions
    /// of its modules: it is a way around what these promise.
    ///
    /// - Parameter operation: a word such as `read`.
    func refusal(ofMemory operation: String) -> Diagnostic? {
        guard case .configuration = authority else { return nil }
        let name = "memory.\(operation)"
        if patterns.contains(where: { $0.matches(name) }) { return nil }
        return Diagnostic(
            .error, .source, code: .source(.notAllowed),
            "steps may not work in memory here: the configuration does not allow \"\(name)\"")
    }
}
