// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("Types of the same name in two modules")
struct TypesOfTwoModulesTests {
    private let folder: ScratchFolder
    private let host: ModuleHost

    init() throws {
        folder = try ScratchFolder()
        host = ModuleHost(modulePath: [folder.path])
    }

    /// A module with a point and a color, whose actions take them.
    private func giver(_ name: String, tag: String) throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("\(name)", "1.0.0")
            HEDDLE_SIZED_TYPE(point, typedef struct \(tag) { double x, y; } point)
            HEDDLE_TYPE(typedef enum { RED, GREEN } color)
            HEDDLE_ACTION(double, y_of, point p)
            HEDDLE_ACTION(double, y_at, _In_ const point *p)
            HEDDLE_ACTION(bool, is_red, color c)
            double y_of(point p) { return p.y; }
            double y_at(const point *p) { return p->y; }
            bool is_red(color c) { return c == RED; }
            """, to: "\(name).so", in: folder)
    }

    /// A module that asks for the actions of another one by types of its own, and says which it has got.
    private func asker(_ name: String, tag: String, types: String) throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("\(name)", "1.0.0")
            \(types.replacing("TAG", with: tag))
            HEDDLE_ACTION(bool, has, const char *action, const char *declaration)
            bool has(const char *action, const char *declaration) { return heddle->find(action, declaration) != NULL; }
            """, to: "\(name).so", in: folder)
        try host.module(name)
    }

    private static let wanted = [
        ("y_of", "double y_of(point p)"), ("y_at", "double y_at(const point *p)"), ("is_red", "bool is_red(color c)"),
    ]

    private func found(_ name: String, of other: String) throws -> [Bool] {
        try Self.wanted.map {
            try host.call(ActionName(module: name, action: "has"), with: [.string("\(other).\($0.0)"), .string($0.1)])
                .get()
        }
    }

    @Test("are those of the module that asks for an action: it gets none that takes others", arguments: ["", "point"])
    func asked(tag: String) throws {
        try giver("giver", tag: tag)
        try host.module("giver")
        for (name, types, expected) in [
            (
                "same",
                "HEDDLE_SIZED_TYPE(point, typedef struct TAG { double x, y; } point)\nHEDDLE_TYPE(typedef enum { RED, GREEN } color)",
                [true, true, true]
            ),
            (
                "other",
                "HEDDLE_SIZED_TYPE(point, typedef struct TAG { float x, y; } point)\nHEDDLE_TYPE(typedef enum { GREEN, RED } color)",
                [false, false, false]
            ),
            ("unknown", "", [true, true, true]),
        ] {
            try asker(name, tag: tag, types: types)
            #expect(try found(name, of: "giver") == expected, "\(name)")
        }
    }
}
