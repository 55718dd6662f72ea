// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleForeign

@Suite("The cache of the dynamic linker")
struct LinkerCacheTests {
    /// A cache with these names, each with a file in a folder that its index names.
    private func cache(_ names: [String], behind old: [UInt8] = []) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var texts: [UInt8] = []
        var entries: [UInt8] = []
        for (index, name) in names.enumerated() {
            let place = 48 + 24 * names.count + texts.count
            let path = place + name.utf8.count + 1
            entries += number(0x303) + number(place) + number(path) + [UInt8](repeating: 0, count: 12)
            texts += Array("\(name)\0/\(index)/\(name)\0".utf8)
        }
        let header = Array("glibc-ld.so.cache1.1".utf8) + number(names.count) + [UInt8](repeating: 0, count: 24)
        return old + header + entries + texts
    }

    @Test("has the names of libraries, also behind an older format")
    func names() {
        #expect(LinkerCache(cache(["liba.so.1", "libb.so.2"])).sonames == ["liba.so.1", "libb.so.2"])
        #expect(LinkerCache(cache(["liba.so.1"], behind: Array("ld.so-1.7.0 old".utf8))).sonames == ["liba.so.1"])
    }

    @Test("has the files of a name in their order")
    func paths() {
        let paths = LinkerCache(cache(["liba.so.1", "libb.so.2", "liba.so.1"])).paths
        #expect(paths["liba.so.1"] == ["/0/liba.so.1", "/2/liba.so.1"] && paths["libb.so.2"] == ["/1/libb.so.2"])
    }

    @Test("has no names where it is cut off or something else")
    func damage() {
        let whole = cache(["liba.so.1", "libb.so.2"])
        for length in whole.indices {
            #expect(LinkerCache(Array(whole[..<length])).sonames.isSubset(of: ["liba.so.1", "libb.so.2"]))
        }
        #expect(LinkerCache(Array("something else".utf8)).sonames == [])
    }

    @Test(
        "finds the library that a name probably means",
        arguments: [
            ("m", "libm.so.6"), ("libm", "libm.so.6"), ("libm.so", "libm.so.6"), ("libm.so.5", "libm.so.6"),
            ("libmm.so.6", "libm.so.6"), ("z", nil), ("libm.so.6", nil),
        ])
    func nearest(name: String, soname: String?) {
        #expect(LinkerCache(cache(["libm.so.6", "libpthread.so.0"])).nearest(to: name) == soname)
    }
}
