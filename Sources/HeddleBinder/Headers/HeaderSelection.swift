// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
internal import HeddleSystem

/// The files that belong to the library: the named headers, those in their own folders, and those that declare what
/// the library exports.
///
/// `curl/curl.h` stands for all of `curl/` that it includes, `git2.h` for `git2/`, and a header of a folder that is no
/// folder of the system for that folder. Other headers belong to the library by evidence: it exports most of the
/// functions that they declare, as those of `hb-buffer.h`, which `hb.h` includes. So does one that a header of the
/// library includes by `#include "…"` and that stands beside it, as `tiff.h` with the constants of `tiffio.h`, unless it
/// declares functions of another library. The C library has its constants in headers that declare no functions, in
/// folders that stand for parts of its other headers.
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
    /// The files of which the library exports most functions, as the preprocessor names them.
    private var exported: Set<String> = []
    /// The files of which it lacks most functions.
    private var foreign: Set<String> = []
    /// The files that headers of the library include as parts of their own.
    private var quoted: Set<String> = []
    /// The folders with parts of the headers.
    private var parts: [String] = []

    init(_ headers: [String], _ path: SearchPath) {
        self.path = path
        self.headers = headers.map { text in
            if text.hasPrefix("/"), let name = path.name(of: text) { return .named(name) }
            return isFile(text) ? .file(text) : .named(text)
        }
    }

    /// Adds the files of which the library exports most functions. One function alone shows nothing: an allocator has
    /// some of `stdlib.h`, which is still the system's.
    mutating func add(headersOf library: BoundLibrary, among items: [HeaderItem]) {
        var balances: [String: Int] = [:]
        for item in items {
            guard case .declarations(let declarations) = item.content else { continue }
            for function in declarations.compactMap(\.function) {
                balances[item.file, default: 0] += library.defines(function.symbol) ? 1 : -1
            }
        }
        exported = Set(balances.filter { $0.value > 0 }.keys)
        foreign = Set(balances.filter { $0.value < 0 }.keys)
        if library.soname?.hasPrefix("libc.") ?? false { parts = ["bits/", "asm/", "asm-generic/"] }
    }

    /// Adds the files that headers of the library include as parts of their own.
    ///
    /// - Parameter listing: what `clang -E -dI` lists of all headers.
    mutating func add(quotedIn listing: [UInt8]) {
        let quotes = QuotedHeaders(listing)
        var open = quotes.includers.filter(owns)
        while let file = open.popLast() {
            for part in quotes.parts(of: file) where !owns(part) && !foreign.contains(part) {
                quoted.insert(part)
                open.append(part)
            }
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
        exported.contains(file) || quoted.contains(file) || isPart(file)
            || headers.contains { header in
                switch header {
                case .named(let name):
                    guard let own = path.name(of: file) else { return false }
                    return own == name || own.hasPrefix(name.folderOfParts)
                        || name.topFolder.map { own.hasPrefix($0) } ?? path.isPrivate(file)
                case .file(let path): return file.withoutDot == path.withoutDot || file.stands(beside: path)
                }
            }
    }

    private func isPart(_ file: String) -> Bool {
        guard !parts.isEmpty, let name = path.name(of: file) else { return false }
        return parts.contains { name.hasPrefix($0) }
    }
}

extension String {
    fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }

    /// `curl/` of `curl/curl.h`.
    fileprivate var topFolder: Substring? { firstIndex(of: "/").map { self[...$0] } }

    /// `git2/` of `git2.h`.
    fileprivate var folderOfParts: String { (hasSuffix(".h") ? String(dropLast(2)) : self) + "/" }

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
