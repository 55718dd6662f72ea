// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDeclarations
import Heddle
import Workbench

/// The library of flows, which each compiler builds once, and hosts that load it.
struct Flows {
    let bench: Bench
    var host: ModuleHost { bench.host }

    /// The compilers of this machine.
    static let compilers = ["gcc", "clang"].filter(Program.isInstalled)

    /// Loads the library as the module `nav`, as if it were new.
    init(by compiler: String = compilers[0]) throws {
        bench = try Bench()
        try host.module("nav", library: Self.library(by: compiler), declarations: Self.declarations)
        try host.call("nav.reset")
    }

    private static let folder = Result { try ScratchFolder() }
    private static let libraries = Result { () throws -> [String: String] in
        let scratch = try folder.get()
        return try Dictionary(
            uniqueKeysWithValues: compilers.map { compiler in
                let source = try String(contentsOfFile: "\(Sources.root)/Tests/Fixtures/Tables/nav.c", encoding: .utf8)
                return (compiler, try BuiltModules.compile(source, to: "nav-\(compiler).so", by: compiler, in: scratch))
            })
    }

    /// A copy of the library, whose data nobody else uses.
    static func library(by compiler: String = compilers[0]) throws -> String {
        let copy = try folder.get()("\(UUID().uuidString).so")
        try FileManager.default.copyItem(atPath: libraries.get()[compiler] ?? "", toPath: copy)
        return copy
    }

    static let declarations = [
        """
        struct screen { int number; const char *name; };
        struct flow {
            int window;
            void (*present)(struct screen *screen, bool animated);
            void (*replace)(struct screen *screen);
            void (*dismiss)(void);
            struct screen *(*current)(void);
        };
        struct navigation { struct flow navigation; const struct flow *modal; };
        struct counter {
            int (*add)(struct counter *self, int amount);
            int (*peek)(const struct counter *self);
            int total;
        }
        """,
        "extern struct flow main_flow; extern struct flow *flow_pointer; extern struct counter main_counter",
        "struct screen *screen(int number); const char *screen_name(struct screen *screen); int depth_now(void)",
        "void reset(void); void allow_replace(void); int unreleased(void)",
        "_Free_(free_flow) const struct flow *make_flow(int window); struct flow flow_by_value(int window)",
        "const void *any_table(const char *name); const struct flow *kept_flow(void)",
        "int onboard(const struct flow *flow); int has_replace(const struct flow *flow)",
        "int onboard_by_value(struct flow flow); int onboard_both(struct navigation both)",
        "void keep(_Retained_ const struct flow *flow); int use_kept(void); void install(const struct flow *flow)",
        "int add_twice(struct counter *counter, int amount); int total_now(void)",
    ]

    /// Notes each call of the actions that a pattern matches, by a letter before and after it.
    @discardableResult
    func hook(_ pattern: String, _ letter: String, _ trace: Trace) throws -> [HookToken] {
        [
            try host.hook(pattern, .before) { call in trace.note("\(letter)\(call.name.action.first ?? "?")") },
            try host.hook(pattern, .after) { _ in trace.note(letter) },
        ]
    }
}
