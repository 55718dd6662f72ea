// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleSystem

/// The system's libraries in the cache of the dynamic linker, which `ldconfig` writes.
struct LinkerCache: Sendable {
    /// The files of each soname, such as `libz.so.1`, in the order in which the linker tries them.
    let paths: [String: [String]]

    /// The sonames.
    var sonames: Set<String> { Set(paths.keys) }

    /// The cache of this machine, read at the first use; empty if it cannot be read.
    static let current = LinkerCache((try? FileContents.read("/etc/ld.so.cache")) ?? [])

    /// Reads a cache; one in another format has no names.
    init(_ bytes: [UInt8]) {
        let header = Array("glibc-ld.so.cache1.1".utf8)
        // The format stands behind an older one where a cache has both.
        guard let start = bytes.firstRange(of: header)?.lowerBound else {
            paths = [:]
            return
        }
        let reader = ByteReader(bytes: bytes)
        let count = Int(reader.integer(UInt32.self, at: start + header.count) ?? 0)
        let entries = stride(from: start + 48, to: bytes.count, by: 24).prefix(count)
        let text = { (place: Int) in
            reader.integer(UInt32.self, at: place).flatMap { reader.text(at: start + Int($0), before: bytes.count) }
        }
        paths = entries.reduce(into: [:]) { paths, entry in
            guard let soname = text(entry + 4) else { return }
            paths[soname, default: []] += text(entry + 8).map { [$0] } ?? []
        }
    }

    /// The library that was probably meant by a name: `libm.so.6` by `m`, `libm`, `libm.so` or `libmm.so.6`.
    func nearest(to name: String) -> String? {
        let stem = name.firstRange(of: ".so").map { String(name[..<$0.lowerBound]) } ?? name
        let versions = sonames.filter { $0 != name && ($0.hasPrefix("\(stem).so.") || $0.hasPrefix("lib\(stem).so.")) }
        return versions.min { ($0.count, $0) < ($1.count, $1) }
            ?? HeddleDiagnostics.nearest(to: name, among: sonames.filter { $0 != name })
    }

    /// `did you mean "libm.so.6"?`, where a library of the system is near.
    func didYouMean(_ name: String) -> String? { nearest(to: name).map { "did you mean \"\($0)\"?" } }
}
