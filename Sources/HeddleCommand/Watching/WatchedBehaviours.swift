// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleForeign
import HeddleSystem

/// The behaviours that are watched: what there is to run, and what it depends on, as far as their texts tell now.
struct WatchedBehaviours {
    private let words: [String]
    private let modulePath: [String]
    /// The outline of a file when it was last readable.
    private var outlines: [String: BehaviourOutline] = [:]
    /// The behaviours that were found.
    private(set) var files: [String]

    /// - Parameters:
    ///   - words: files, and folders of them.
    ///   - modulePath: the folders in which modules are looked up.
    init(_ words: [String], modulePath: [String]) {
        (self.words, self.modulePath) = (words, modulePath)
        files = words
    }

    /// Reads all texts again. Their mistakes are reported by the run.
    mutating func read() {
        files = (try? BehaviourSearch().files(of: words)) ?? files
        for file in files {
            guard let text = try? BehaviourPlace(file).read() else { continue }
            if let outline = BehaviourOutline.read(text.source, origin: text.origin).outline {
                outlines[file] = outline
            }
        }
    }

    /// Returns whether a behaviour has cases.
    func hasCases(_ file: String) -> Bool { outlines[file].map { !$0.cases.isEmpty } ?? false }

    /// All that has to be looked at.
    var paths: Set<WatchedPath> {
        var paths = Set(words.filter { Folder($0) != nil }.map { WatchedPath.files(in: $0, endingIn: ".json") })
        for file in files {
            paths.insert(.file(file))
            paths.formUnion(outlines[file]?.files.map(WatchedPath.file) ?? [])
            for library in outlines[file]?.libraries ?? [] { paths.formUnion(places(of: library)) }
        }
        return paths
    }

    private func places(of library: LibraryName) -> [WatchedPath] {
        switch library {
        case .path(let path): return [.file(path)]
        case .soname(let name): return LibraryPath.folders.map { .file("\($0)/\(name)") }
        case .bare(let name):
            let named = modulePath.flatMap { ["\($0)/\(name).so", "\($0)/lib\(name).so"] }
            // Otherwise a file of any name may be it, by what it says of itself.
            let isThere = named.contains(where: leadsSomewhere)
            return isThere ? named.map(WatchedPath.file) : modulePath.map { .files(in: $0, endingIn: ".so") }
        }
    }
}
