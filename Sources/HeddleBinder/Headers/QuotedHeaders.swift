// SPDX-License-Identifier: Apache-2.0

/// The headers that others include by `#include "…"`, where they stand beside them, as `clang -E -dI` lists them.
struct QuotedHeaders {
    private var parts: [String: [String]] = [:]

    /// The files that include others so.
    var includers: [String] { Array(parts.keys) }

    /// The files that a file includes so.
    func parts(of file: String) -> [String] { parts[file] ?? [] }

    init(_ listing: [UInt8]) {
        var current = ""
        var files: Set<String> = []
        var asked: [(includer: String, file: String)] = []
        for line in listing.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "#") {
            let text = String(decoding: line, as: UTF8.self)
            if let name = text.quotedHeader {
                let folder = current.lastIndex(of: "/").map { current[...$0] } ?? ""
                asked.append((current, folder + name))
            } else if let file = text.markedFile {
                current = file
                files.insert(file)
            }
        }
        for (includer, file) in asked where files.contains(file) { parts[includer, default: []].append(file) }
    }
}

extension String {
    /// `zconf.h` of `#include "zconf.h" /* clang -E -dI */`.
    fileprivate var quotedHeader: String? {
        guard hasPrefix("#include \"") else { return nil }
        return dropFirst(10).firstIndex(of: "\"").map { String(self[index(startIndex, offsetBy: 10)..<$0]) }
    }

    /// The file of `# 12 "zlib.h" 2`.
    var markedFile: String? {
        guard hasPrefix("# ") else { return nil }
        let parts = split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? String(parts[1]) : nil
    }
}
