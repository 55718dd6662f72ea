// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A library of the system whose headers may be installed.
struct InstalledLibrary: CustomTestStringConvertible {
    let headers: [String]
    /// A folder beside those that the compiler looks in by itself.
    var folder: String? = nil
    let library: String
    /// One of its calls: the declaration or name with its arguments, and what is printed or a part of it.
    let call: [String]
    let says: String

    var testDescription: String { library }

    /// True if the compiler finds all of its headers.
    var isInstalled: Bool {
        headers.allSatisfy { header in
            ([folder].compactMap(\.self) + Self.folders).contains {
                FileManager.default.fileExists(atPath: "\($0)/\(header)")
            }
        }
    }

    private static let folders = [
        "/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu",
    ]

    static let all = [
        InstalledLibrary(
            headers: ["zlib.h"], library: "libz.so.1", call: ["zError", "Z_BUF_ERROR"], says: "buffer error\n"),
        InstalledLibrary(
            headers: ["zlib.h"], library: "libz.so.1",
            call: ["uLong crc32(uLong crc, _In_reads_(len) const Bytef *buf, uInt len)", "0", "hello", "5"],
            says: "907060870\n"),
        InstalledLibrary(headers: ["sqlite3.h"], library: "libsqlite3.so.0", call: ["sqlite3_libversion"], says: "3."),
        InstalledLibrary(headers: ["math.h"], library: "libm.so.6", call: ["cos", "M_PI"], says: "-1\n"),
        InstalledLibrary(
            headers: ["math.h"], library: "libm.so.6", call: ["double frexp(double x, _Out_ int *exponent)", "8"],
            says: "0.5\nexponent = 4\n"),
        InstalledLibrary(headers: ["curl/curl.h"], library: "libcurl.so.4", call: ["curl_version"], says: "libcurl/"),
        InstalledLibrary(
            headers: ["png.h"], library: "libpng16.so.16", call: ["png_access_version_number"], says: "106"),
        InstalledLibrary(
            headers: ["openssl/sha.h", "openssl/crypto.h"], library: "libcrypto.so.3",
            call: [
                "_Ret_maybenull_ unsigned char *SHA256(_In_reads_(n) const unsigned char *d, size_t n, _Out_writes_(32) unsigned char *md)",
                "abc", "3",
            ], says: "md = {\"bytes\":\"ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=\"}\n"),
        InstalledLibrary(
            headers: ["openssl/sha.h", "openssl/crypto.h"], library: "libcrypto.so.3",
            call: ["OpenSSL_version", "OPENSSL_VERSION"], says: "OpenSSL 3."),
        InstalledLibrary(
            headers: ["xxhash.h"], library: "libxxhash.so.0",
            call: [
                "XXH64_hash_t XXH64(_In_reads_bytes_(length) const void *input, size_t length, XXH64_hash_t seed)",
                "abc", "3", "0",
            ],
            says: "4952883123889572249\n"),
        InstalledLibrary(
            headers: ["lz4.h"], library: "liblz4.so.1", call: ["LZ4_compressBound", "100"], says: "116\n"),
        InstalledLibrary(
            headers: ["lz4.h"], library: "liblz4.so.1",
            call: [
                "int LZ4_compress_default(_In_reads_(srcSize) _Bytes_ const char *src, "
                    + "_Out_writes_to_(dstCapacity, return) _Bytes_ char *dst, int srcSize, int dstCapacity)",
                "aaaaaaaaaaaaaaaaaaaaaa", "22", "50",
            ], says: "10\ndst = {\"bytes\":\"HGEBAFBhYWFhYQ==\"}\n"),
        // Structures and the types of functions that refer to each other.
        InstalledLibrary(
            headers: ["uv.h"], library: "libuv.so.1", call: ["uv_strerror", "UV_ENOENT"],
            says: "no such file or directory\n"),
        // Macros that have the names of fields.
        InstalledLibrary(
            headers: ["libxml/parser.h", "libxml/tree.h"], folder: "/usr/include/libxml2", library: "libxml2.so.2",
            call: ["xmlParseCharEncoding", "UTF-8"], says: "XML_CHAR_ENCODING_UTF8\n"),
    ].filter(\.isInstalled)
}

@Suite("heddle bind, for libraries of the system", .enabled(if: Program.isInstalled("clang")))
struct LibraryBindTests {
    private let bench: Bench
    private let heddle: Program

    init() throws {
        bench = try Bench()
        heddle = try Program.built("heddle")
    }

    @Test("binds a library, whose functions can then be called", arguments: InstalledLibrary.all)
    func calls(library: InstalledLibrary) throws {
        let bound = try heddle.run(
            ["bind"] + (library.folder.map { ["-I", $0] } ?? []) + library.headers
                + ["--library", library.library, "-o", "bound.json"], in: bench.folder.path)
        #expect(bound.status == 0, "\(bound.errors)")
        let called = try heddle.run(
            ["call", "--bindings", "bound.json", library.library] + library.call, in: bench.folder.path)
        #expect(called.status == 0, "\(called.errors)")
        #expect(called.output.contains(library.says), "\(called.output)")
    }

    @Test("finds the types, constants and functions of zlib", .enabled(if: InstalledLibrary.has("zlib.h")))
    func zlib() throws {
        let text = try bench.heddle("bind", "zlib.h", "--library", "libz.so.1").output
        #expect(text.contains(#""soname": "libz.so.1""#))
        #expect(text.contains(#""typedef struct z_stream_s z_stream""#))
        #expect(text.contains(#""int deflate(z_streamp strm, int flush)""#))
        #expect(text.contains(#""Z_BUF_ERROR": -5"#))
        #expect(text.contains(#""struct z_stream_s": { "size": 112, "alignment": 8, "offsets": { "next_in": 0"#))
        #expect(text.contains(#""gzvprintf": "Heddle does not call functions with a va_list""#))
        #expect(text.contains(#""compress": "dest: Bytef * does not say what it points to"#))
        #expect(!text.contains("/usr/"))
    }

    @Test("makes the bindings of the example", .enabled(if: InstalledLibrary.has("sqlite3.h")))
    func example() throws {
        let bound = try heddle.run([
            "bind", "sqlite3.h", "--library", "libsqlite3.so.0", "-o", bench.folder("sqlite3.bindings.json"),
        ])
        #expect(bound.status == 0, "\(bound.errors)")
        let text = try String(contentsOfFile: "\(Sources.root)/Examples/sqlite.json", encoding: .utf8)
        try bench.folder.write("sqlite.json", text)
        let run = try bench.heddle("run", "sqlite.json")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.errors == "12 calls: 12 returned. 12 expectations held.\n")
    }
}

extension InstalledLibrary {
    /// Returns whether a header is among those that can be bound here.
    static func has(_ header: String) -> Bool { all.contains { $0.headers.contains(header) } }
}
