// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The names that a file and those that it includes have in common.
struct DocumentNames {
    var modules = UniqueNames("module")
    var hooks = UniqueNames("hook")
    var cases = UniqueNames("case")
    var providers = UniqueNames("provider")
    /// The identities of the files that were read, with the place where each was included.
    var files: [String: SourceRange?] = [:]
    /// The files that are being read, each included by the one before it: what tells each from others, and its name.
    var open: [(identity: String, name: String)] = []
}

/// The names of things of one kind, each of which may be used once.
struct UniqueNames {
    private let kind: String
    private var places: [String: SourceRange] = [:]

    init(_ kind: String) {
        self.kind = kind
    }

    /// Returns whether a name is taken.
    func has(_ name: String) -> Bool { places[name] != nil }

    /// Adds a name; one that is taken is noted, with where it was first.
    ///
    /// - Parameter message: what is noted of a name that does not stand as it is at its place.
    @discardableResult
    mutating func add(_ name: Located<String>, _ reading: BehaviourReader, orNote message: String? = nil) -> Bool {
        guard let first = places[name.value] else {
            places[name.value] = name.range
            return true
        }
        guard !reading.isDuplicate(name) else { return false }
        reading.note(
            .duplicateName, message ?? "\(name.range.excerpt) names two \(kind)s, expected a new name", at: name.range,
            notes: [Diagnostic.Note("the first one is", at: first)])
        return false
    }
}
