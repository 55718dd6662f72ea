// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The header in other languages")
struct TranslationTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let header = "\(Sources.root)/include/heddle/module.h"

    /// The environment in which bindgen finds a libclang: that of the Swift toolchain, unless the system has its own.
    private static let libclang: [String: String] = {
        guard let swift = Program.path(of: "swift") else { return [:] }
        let folder = URL(filePath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../lib").standardized.path
        return FileManager.default.fileExists(atPath: "\(folder)/libclang.so") ? ["LIBCLANG_PATH": folder] : [:]
    }()

    @Test(
        "is translated by Rust's bindgen, whose own tests of the layouts hold",
        .enabled(if: Tool.isInstalled("bindgen") && Tool.isInstalled("rustc"), "bindgen or rustc is not installed"))
    func rust() throws {
        try Tool.succeed(
            [
                "bindgen", Self.header, "--allowlist-type", "heddle.*", "--allowlist-var", "HEDDLE.*",
                "-o", folder("contract.rs"),
            ],
            environment: Self.libclang)
        try folder.write(
            "tests.rs",
            """
            #![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals)]
            include!("contract.rs");
            #[test] fn contract() {
                assert_eq!(HEDDLE_CONTRACT, 5);
                assert_eq!(HEDDLE_MAGIC, 0x4C444548);
                assert_eq!(std::mem::size_of::<heddle_host>(), 176);
                assert_eq!(heddle_since_HEDDLE_SINCE_service, 5);
            }
            """)
        try Tool.succeed(["rustc", "--test", "--edition", "2021", folder("tests.rs"), "-o", folder("tests")])
        let run = try Tool.run([folder("tests")])
        #expect(run.status == 0 && run.output.contains("bindgen_test_layout_heddle_call ... ok"), "\(run.output)")
    }

    @Test(
        "is translated by Zig, with the layouts that it has in C",
        .enabled(if: zigCommand != nil, "neither zig nor the package ziglang of PyPI is installed"))
    func zig() throws {
        let zig = try #require(zigCommand)
        let caches = ["ZIG_LOCAL_CACHE_DIR": folder("cache")]
        let translated = try Tool.succeed(zig + ["translate-c", Self.header], environment: caches)
        try folder.write(
            "contract.zig",
            translated + """

                test "contract" {
                    const expect = @import("std").testing.expect;
                    try expect(HEDDLE_CONTRACT == 5);
                    try expect(@sizeOf(heddle_host) == 176);
                    try expect(@offsetOf(heddle_host, "service") == 168);
                    try expect(@offsetOf(heddle_call, "failure_message") == 72);
                    try expect(@sizeOf(heddle_record) == 16);
                }
                """)
        let run = try Tool.run(zig + ["test", folder("contract.zig")], environment: caches)
        #expect(run.status == 0, "\(run.output)")
    }

    @Test(
        "is enough for a module in Zig, which runs and in which heddle validate finds nothing",
        .enabled(if: zigCommand != nil, "neither zig nor the package ziglang of PyPI is installed"))
    func zigModule() throws {
        let zig = try #require(zigCommand)
        let caches = ["ZIG_LOCAL_CACHE_DIR": folder("cache")]
        try folder.write(
            "contract.zig", Tool.succeed(zig + ["translate-c", "-lc", Self.header], environment: caches))
        try FileManager.default.copyItem(
            atPath: "\(Sources.root)/Tests/ContractTests/Fixtures/calculator.zig", toPath: folder("calculator.zig"))
        let exports = try folder.write(
            "exports.map", "{ global: heddle_attach; divide; *_record; *_copy; local: *; };\n")
        let module = folder("calculator.so")
        try Tool.succeed(
            zig + [
                "build-lib", "-dynamic", "-lc", "-O", "ReleaseSafe", "-fPIC", "-fstrip", "--build-id=sha1",
                "--version-script", exports, "-femit-bin=\(module)", folder("calculator.zig"),
            ], environment: caches)
        let heddle = try Program.built("heddle")
        #expect(try heddle.succeed(["call", module, "divide", "7", "2"]) == "3\n")
        let refused = try heddle.run(["call", module, "divide", "7", "0"])
        #expect(refused.errors.contains("divisionByZero: nothing can be divided by 0"), "\(refused.errors)")
        let validated = try heddle.run(["validate", module])
        #expect(validated.status == 0, "\(validated.output)\(validated.errors)")
        #expect(validated.output.contains(#/passed +takes-random-arguments/#), "\(validated.output)")
    }
}

/// The command of Zig: its own, or that of the package of PyPI.
private let zigCommand: [String]? =
    if Tool.isInstalled("zig") {
        ["zig"]
    } else if (try? Tool.run(["python3", "-m", "ziglang", "version"]).status) == 0 {
        ["python3", "-m", "ziglang"]
    } else {
        nil
    }
