// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle inspect, of the libraries of the system")
struct SystemLibraryFactTests {
    /// Up to 60 different files, spread over all of the folder.
    private static let libraries: [String] = {
        let folder = "/lib/\(machine)-linux-gnu"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.contains(".so.")
        }
        let paths = Set(names.map { URL(filePath: "\(folder)/\($0)").resolvingSymlinksInPath().path }).sorted()
        return stride(from: 0, to: paths.count, by: max(1, paths.count / 60)).map { paths[$0] }
    }()

    private static let machine = (try? Program("uname").succeed(["-m"]))?.split(separator: "\n").first ?? "x86_64"

    @Test("says what readelf says", .enabled(if: Program.isInstalled("readelf") && libraries.count > 19))
    func facts() throws {
        let heddle = try Program.built("heddle")
        for path in Self.libraries {
            let ended = try heddle.run(["inspect", "--json", path])
            guard ended.status == 0 else {
                #expect(ended.errors.contains("built for another machine"), "\(ended.errors)")
                continue
            }
            let event = try #require(try ended.events.first)
            let dump = try Program("readelf").succeed(["-dlnW", "--dyn-syms", path])
            func words(_ tag: String) -> [String] {
                dump.split(separator: "\n").filter { $0.contains("(\(tag))") }
                    .compactMap { $0.firstMatch(of: /\[(.*)\]/).map { String($0.output.1) } }
            }
            let bites: [String] = try #require(event["bites"])
            func warns(of words: String) -> Bool { bites.contains { $0.contains(words) } }
            #expect(event["libraries"] == words("NEEDED"), "\(path)")
            #expect(event["soname"] == words("SONAME").first, "\(path)")
            #expect(event["buildID"] == dump.firstMatch(of: /Build ID: (\w+)/).map { String($0.output.1) }, "\(path)")
            // Of a library with the flag for errno alone, libc has the variable.
            let hasVariables = dump.contains(/\n +TLS +0x/) || dump.contains(/\ TLS +\w+ +\w+ +UND (?!errno)/)
            #expect(warns(of: "static TLS") == (dump.contains("STATIC_TLS") && hasVariables), "\(path)")
            #expect(warns(of: "text relocations") == dump.contains("TEXTREL"), "\(path)")
            #expect(warns(of: "stack is executable") == dump.contains(/GNU_STACK.*RWE/), "\(path)")
            let size = dump.firstMatch(of: /FINI_ARRAYSZ\)\s+(\d+)/).flatMap { Int($0.output.1) } ?? 0
            #expect(warns(of: "destructors") == (size > 8), "\(path)")
            let dependencies: [[String: Any]] = try #require(event["dependencies"])
            #expect(dependencies.allSatisfy { $0["path"] is String }, "\(path)")
        }
    }

    @Test("finds symbols of older versions, which libraries that were linked long ago use")
    func oldVersions() throws {
        let folder = try ScratchFolder()
        let map = try folder.write("map", "OLD { global: f; local: *; };\n")
        let source = "int old(void); int old(void) { return 1; }\n__asm__(\".symver old, f@OLD\");\n"
        try BuiltModules.compile(
            source, to: "libversions.so", flags: ["-Wl,--version-script=\(map)", "-Wl,-soname,libversions.so"],
            in: folder)
        try BuiltModules.compile(
            "int f(void); int g(void); int g(void) { return f(); }\n", to: "user.so",
            flags: [
                "-L\(folder.path)", "-Wl,--no-as-needed", "-lversions", "-Wl,-rpath,$ORIGIN",
                "-Wl,--unresolved-symbols=ignore-all",
            ], in: folder)
        let event = try #require(
            try Program.built("heddle").run(["inspect", "--json", folder("user.so")]).events.first)
        #expect(event["missing"] == [String]())
    }
}
