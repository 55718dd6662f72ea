// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDiagnostics
internal import HeddleSystem

/// The files of one behaviour: it reads those that are included, and knows where each of them came from.
final class IncludedFiles {
    private let root: SourceText
    private let origin: Origin
    private var origins: [ObjectIdentifier: Origin] = [:]
    /// The paths of all files that were asked for, also of those that are not there.
    private(set) var places: [String] = []
    private let lines: OpenLineFiles
    private let further: [SourceText]
    /// The names of modules that the files use without having them.
    private let modules: [String]

    /// - Parameters:
    ///   - further: texts of this machine that are included without being named.
    ///   - modules: modules that the files use without naming them.
    ///   - delivery: delivers the events that do not go to files; nil if nothing is sent.
    init(
        of root: SourceText, from origin: Origin, further: [SourceText] = [], using modules: [Module] = [],
        deliveredBy delivery: (any EventDelivery)? = nil
    ) {
        lines = OpenLineFiles(deliveredBy: delivery)
        self.root = root
        self.origin = origin
        self.further = further
        self.modules = modules.map(\.name)
        for text in further { origins[ObjectIdentifier(text)] = .file(folder: ".") }
    }

    /// The origin of a file: paths in it are relative to its folder.
    func origin(of source: SourceText) -> Origin { origins[ObjectIdentifier(source)] ?? origin }

    /// Notes a further file that is read.
    func note(_ place: String) { places.append(place) }

    /// The files for lines that a file may name. One that is named several times is opened once.
    func lineFiles(of source: SourceText) -> LineFiles {
        let (origin, lines) = (origin(of: source), lines)
        return { place throws(LineFileRefusal) in try lines.writer(for: place, of: origin) }
    }

    /// Reads files for the reader of behaviours.
    var includer: Includer {
        let further = further.map { Includer.File(source: $0, identity: $0.name) }
        let place = canonicalPath(of: root.name)
        return Includer(root: place, further: further, modules: modules) { path, source throws(Diagnostic) in
            try self.read(path, includedBy: source)
        }
    }

    private func read(_ path: String, includedBy source: SourceText) throws(Diagnostic) -> Includer.File {
        let origin = origin(of: source)
        if origin == .remote { throw .includeNotForRemote(path) }
        // A path by itself would be read from standard input where it is "-".
        let place = origin.place(of: path == "-" ? "./-" : path)
        places.append(place)
        let file = try readText(at: place, kind: .include)
        origins[ObjectIdentifier(file)] = .file(folder: Self.folder(of: place))
        return Includer.File(source: file, identity: canonicalPath(of: place))
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension Diagnostic {
    fileprivate static func includeNotForRemote(_ path: String) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .cases(.includeNotForRemote),
            "a fetched behaviour may not include \"\(path)\": it names no further sources",
            suggestion: "save the behaviour to a file and run that, if you trust it")
    }
}
