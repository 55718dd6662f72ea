// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import PictureFilters
import Testing

@Suite("A host of picture filters")
struct FilterHostTests {
    private let picture = Picture(width: 2, height: 1, pixels: [Pixel(255, 0, 0), Pixel(0, 0, 255)])

    @Test("finds the filters of a folder and applies them")
    func filters() throws {
        let host = try FilterFolder("invert", "mirror").host()
        #expect(host.filters == ["invert", "mirror"])
        #expect(host.refusals.isEmpty)
        #expect(try host.apply("invert", to: picture).pixels == [Pixel(0, 255, 255), Pixel(255, 255, 0)])
        #expect(try host.apply("mirror", to: picture).pixels == [Pixel(0, 0, 255), Pixel(255, 0, 0)])
    }

    @Test("measures each filter by a hook")
    func times() throws {
        let host = try FilterFolder("invert", "mirror").host()
        for _ in 0..<3 { _ = try host.apply("invert", to: picture) }
        #expect(host.times["invert"]?.calls == 3)
        #expect(host.times["invert"].map { $0.total > .zero } == true)
        #expect(host.times["mirror"] == nil)
    }

    @Test("survives a filter that fails, and says why it did")
    func failing() throws {
        let host = try FilterFolder("mirror").host()
        let wrong = Picture(width: 3, height: 1, pixels: picture.pixels)
        let failure = #expect(throws: Failure.self) { try host.apply("mirror", to: wrong) }
        #expect(failure?.code == "badExtent")
        #expect(try host.apply("mirror", to: picture).pixels.count == 2)
    }

    @Test("refuses files that are no filters, with the reason, and uses the others")
    func bad() throws {
        let folder = try FilterFolder("invert")
        try folder.add("text.so", "this is no library")
        try folder.compile(
            "missing",
            """
            #include "picture.h"
            void nowhere(pixel *pixels);
            FILTER("missing") {
                (void)of;
                if (count > 0) nowhere(pixels);
            }
            """)
        try folder.compile(
            "other",
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("other", "1.0.0")
            HEDDLE_ACTION(int, other, void)
            int other(void) { return 0; }
            """)
        try folder.compile(
            "wrong",
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("wrong", "1.0.0")
            HEDDLE_ACTION(int, apply, const char *text)
            int apply(const char *text) { return text == NULL; }
            """)
        let host = try folder.host()
        #expect(host.filters == ["invert"])
        #expect(host.refusals.map(\.file) == ["missing.so", "other.so", "text.so", "wrong.so"])
        #expect(host.refusals[0].reason.contains("nowhere"))
        #expect(host.refusals[1].reason.contains("the module other has no action \"apply\""))
        #expect(host.refusals[3].reason.contains("wrong.apply takes 1 argument, 3 are given"))
        #expect(try host.apply("invert", to: picture).pixels.count == 2)
        #expect(throws: Diagnostic.self) { try host.apply("wrong", to: picture) }
        #expect(throws: Diagnostic.self) { try host.apply("none", to: picture) }
    }
}

/// A folder with compiled filters.
private final class FilterFolder {
    let path: String
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    init(_ filters: String...) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "filters-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for filter in filters {
            try compile(filter, try String(contentsOf: root.appending(path: "Filters/\(filter).c"), encoding: .utf8))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A host of the filters, which has loaded them when the folder goes.
    func host() throws -> FilterHost { try withExtendedLifetime(self) { try FilterHost(filtersIn: path) } }

    func add(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func compile(_ name: String, _ source: String) throws {
        try add("\(name).c", source)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "cc", "-shared", "-fPIC", "-Wall", "-Werror", "-I\(root.path)/Filters", "-I\(root.path)/../../include",
            "-o", "\(path)/\(name).so", "\(path)/\(name).c",
        ]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
    }
}
