// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleSystem

/// The relative places of a module and its neighbours: its copy has links to them in the same places, so that the
/// dynamic linker finds them from there by `$ORIGIN`.
@safe struct ModuleLayout {
    /// The folder that all of them have in common.
    let folder: LexicalPath
    private let module: [String]
    private let bytes: [UInt8]
    /// The places of the neighbours, and where they are.
    private let links: [(place: [String], target: String)]
    /// Identifies this build of this module.
    let key: String

    init(of file: LibraryFile, beside neighbours: Neighbours) {
        let path = LexicalPath(file.path)
        let places = neighbours.paths.map(LexicalPath.init)
        let folder = places.reduce(path.folder) { $0.common(with: $1.folder) }
        let links = zip(places, neighbours.paths).map { (place: $0.relative(to: folder), target: $1) }
        (self.folder, self.links, bytes) = (folder, links, file.elf.reader.bytes)
        module = path.relative(to: folder)
        let texts = [path.text] + links.flatMap { [$0.place.joined(separator: "/"), $0.target] }
        var digest = unsafe heddle_digest(0, bytes, bytes.count)
        for text in texts {
            let text = Array(text.utf8)
            unsafe digest = heddle_digest(digest, text, text.count)
        }
        let digits = String(digest, radix: 16)
        key = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The place of the copy of the module in a folder.
    func place(in folder: String) -> String { "\(folder)/\(module.joined(separator: "/"))" }

    /// True if a folder has the whole copy and its links.
    func stands(in folder: String) -> Bool {
        guard let file = try? System.open(place(in: folder), [.forReading, .unlinked, .nonblocking]) else {
            return false
        }
        defer { System.close(file) }
        guard let status = try? System.status(of: file), status.kind == .regular,
            status.owner == System.userNumber, status.size == bytes.count, System.holds(file, bytes)
        else { return false }
        return links.allSatisfy { link in
            let path = "\(folder)/\(link.place.joined(separator: "/"))"
            return (try? System.target(ofLink: path)) == Array(link.target.utf8)
        }
    }

    /// Writes the copy and the links to a folder that is not there yet.
    func write(to folder: String) throws(SystemFailure) {
        for parts in [[], module.dropLast()] + links.map({ $0.place.dropLast() }) {
            for count in 0...parts.count {
                let path = ([folder] + parts.prefix(count)).joined(separator: "/")
                do throws(SystemFailure) {
                    try System.makeFolder(path)
                } catch  where error == .exists {}
            }
        }
        try System.writeCopy(of: bytes, to: place(in: folder))
        for link in links { try System.link("\(folder)/\(link.place.joined(separator: "/"))", to: link.target) }
    }
}
