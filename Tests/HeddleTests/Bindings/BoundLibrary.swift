// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Workbench

/// A small library, and bindings of it that a test may spoil.
struct BoundLibrary {
    let folder: ScratchFolder
    let library: String

    init() throws {
        folder = try ScratchFolder()
        library = try BuiltModules.compile(
            """
            struct pair { char a; long b; };
            enum shade { LIGHT = 1, DARK = 7 };
            int twice(int n) { return 2 * n; }
            double half(double x) { return x / 2; }
            int total(const int *values, int count) {
                int sum = 0;
                for (int i = 0; i < count; ++i) sum += values[i];
                return sum;
            }
            long second(struct pair p) { return p.b; }
            enum shade darker(enum shade s) { return s == LIGHT ? DARK : s; }
            int add(int count, ...) { return count; }
            int level, limit[2];
            """, to: "libbound.so", flags: ["-Wl,-soname,libbound.so.1"], in: folder)
    }

    static let bindings = """
        { "bindings": 1,
          "description": "a remark",
          "library": { "soname": "libbound.so.1" },
          "declarations": [
            "struct pair { char a; long b; }",
            "enum shade { LIGHT = 1, DARK = 7 }",
            "int twice(int n)",
            "double half(double x)",
            "int total(const int *values, int count)",
            "long second(struct pair p)",
            "enum shade darker(enum shade s)",
            "int add(int count, ...)"
          ],
          "constants": { "LIMIT": 21, "HUGE": 18446744073709551615, "RATIO": 2.5, "NAME": "bound", "SHADE_DEFAULT": 7 },
          "layouts": {
            "struct pair": { "size": 16, "alignment": 8, "offsets": { "a": 0, "b": 8 } },
            "enum shade": { "size": 4 }
          } }
        """

    /// Writes bindings in which a text is replaced, once.
    func write(replacing part: String = "", with other: String = "") throws -> String {
        let text = part.isEmpty ? Self.bindings : Self.bindings.replacing(part, with: other, maxReplacements: 1)
        return try folder.write("bound.json", text)
    }

    /// A host that has the library as `m`.
    func host(replacing part: String = "", with other: String = "", declarations: [String] = []) throws -> ModuleHost {
        let host = ModuleHost()
        try host.module(
            "m", library: library, bindings: write(replacing: part, with: other), declarations: declarations)
        return host
    }

    /// The mistakes of bindings in which a text is replaced: code, sentence and place of each.
    func mistakes(replacing part: String, with other: String, declarations: [String] = []) -> [String] {
        do {
            _ = try host(replacing: part, with: other, declarations: declarations)
            return []
        } catch let mistakes as Diagnostics {
            return mistakes.all.map { mistake in
                let text = mistake.message.replacing(folder.path + "/", with: "")
                return "\(mistake.code): \(text) [\(mistake.range?.text ?? "")]"
            }
        } catch {
            return ["\(error)"]
        }
    }

    /// A behaviour with the library and its bindings, as they are written relative to it.
    func behaviour(_ steps: String) throws -> SourceText {
        _ = try write()
        return SourceText(
            name: "stack.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "\(library)", "bindings": "bound.json",
              "declarations": ["int total(_In_reads_(count) const int *values, int count)"] } },
              "steps": [\(steps)] }
            """)
    }

    /// Makes the plan of such a behaviour.
    func plan(_ steps: String, origin: Origin? = nil) throws -> (plan: Plan, host: ModuleHost) {
        let host = ModuleHost()
        return (try Plan.read(behaviour(steps), on: host, origin: origin ?? .file(folder: folder.path)), host)
    }
}

extension ModuleHost {
    /// Calls an action of `m` that has to return something.
    func result(_ action: String, _ arguments: Value...) throws -> Value? {
        try call(ActionName(module: "m", action: action), with: arguments).result
    }
}
