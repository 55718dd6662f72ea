// SPDX-License-Identifier: Apache-2.0

internal import HeddleSystem

/// The files that belong to the library: the named headers, and those in their own folders.
///
/// `curl/curl.h` stands for all of `curl/` that it includes, and so does a header of a folder that is no folder of the
/// system. A header that stands right in a folder of the system, as `zlib.h` does, stands for itself alone.
struct HeaderSelection: Sendable {
    /// A header as it was asked for.
    private enum Header {
        /// `#include <name>`
        case named(String)
        /// A file by its path.
        case file(String)
    }

    private let headers: [Header]
    private let path: SearchPath

    init(_ headers: [String], _ path: SearchPath) {
        self.path = path
        self.headers = headers.map { text in
            if text.hasPrefix("/"), let name = path.name(of: text) { return .named(name) }
            return isFile(text) ? .file(text) : .named(text)
        }
    }

    /// A source that includes the headers, and no more.
    var source: String {
        headers.map { header in
            switch header {
            case .named(let name): "#include <\(name)>\n"
            case .file(let path): "#include \"\(path)\"\n"
            }
        }.joined()
    }

    /// The headers' names, without folders of this machine.
    var names: [String] {
        headers.map { header in
            switch header {
            case .named(let name): name
            case .file(let path): path.hasPrefix("/") ? path.lastComponent : path
            }
        }
    }

    /// A file's name for people, without folders of this machine.
    func name(of file: String) -> String { path.name(of: file) ?? file.lastComponent }

    /// Returns whether a file, as the preprocessor names it, is one of the library's own.
    func owns(_ file: String) -> Bool {
        headers.contains { header in
            switch header {
            case .named(let name):
                guard let own = path.name(of: file) else { return false }
                return own == name || name.topFolder.map { own.hasPrefix($0) } ?? path.isPrivate(file)
            case .file(let path): return file.withoutDot == path.withoutDot || file.stands(beside: path)
            }
        }
    }
}

extension String {
    fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }

    /// `curl/` of `curl/curl.h`.
    fileprivate var topFolder: Substring? { firstIndex(of: "/").map { self[...$0] } }

    fileprivate var withoutDot: Substring { hasPrefix("./") ? dropFirst(2) : self[...] }

    /// Returns whether a file stands in the folder of another one, or below it.
    fileprivate func stands(beside other: String) -> Bool {
        guard let slash = other.withoutDot.lastIndex(of: "/") else {
            return !hasPrefix("/") && !hasPrefix("../") && !hasPrefix("<")
        }
        return withoutDot.hasPrefix(other.withoutDot[...slash])
    }
}

private func isFile(_ path: String) -> Bool { System.allows(.reading, to: path) }
