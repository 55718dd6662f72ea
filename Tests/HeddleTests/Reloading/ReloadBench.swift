// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import InMemoryLogging
import Logging
import Workbench

/// A module whose file is built again and again, and a host that has loaded it.
struct ReloadBench {
    let folder: ScratchFolder
    let host: ModuleHost
    private let handler = InMemoryLogHandler()

    /// Builds the module `m` from C and loads it.
    init(_ source: String) throws {
        folder = try ScratchFolder()
        let handler = handler
        host = ModuleHost(modulePath: [folder.path], logger: Logger(label: "test") { _ in handler })
        try build(source)
        try host.module("m")
    }

    /// The messages of the module.
    var log: [String] { handler.entries.map { "\($0.message)" } }

    /// Builds the module again, in the place of its file.
    func build(_ source: String) throws {
        // Equal files at two paths would be one library of the process, with the static data of all tests.
        let own = "\nconst char own_file[] = \"\(folder.path)\";\n"
        try BuiltModules.compile(
            "#include <stdlib.h>\n#include <string.h>\n#include <heddle/module.h>\n" + source + own, to: "m.so",
            in: folder)
    }

    /// Reloads the module; the message where it is not.
    func refusal(within timeLimit: Duration = .seconds(10)) -> String? {
        do throws(Diagnostics) {
            try host.reload("m", within: timeLimit)
            return nil
        } catch {
            return error.all.map(\.message).joined(separator: "; ")
        }
    }
}

extension ReloadBench {
    /// A counter in an instance. It logs the end of its instance.
    ///
    /// - Parameters:
    ///   - step: how much each call adds.
    ///   - state: true to hand the count on.
    static func counter(step: Int, state: Bool = true, extra: String = "") -> String {
        """
        HEDDLE_MODULE("m", "\(step).0")
        HEDDLE_INSTANCE(counter, counter_create, counter_destroy)
        HEDDLE_ACTION(int64_t, add, _Self_ counter *self)
        HEDDLE_ACTION(int64_t, count, _Self_ counter *self)
        struct counter { int64_t count; };
        counter *counter_create(const heddle_config *config) { (void)config; return calloc(1, sizeof(counter)); }
        void counter_destroy(counter *self) { heddle->log(HEDDLE_INFO, "the end of \(step)"); free(self); }
        int64_t add(counter *self) { return __atomic_add_fetch(&self->count, \(step), __ATOMIC_RELAXED); }
        int64_t count(counter *self) { return self->count; }
        \(state ? Self.state : "")
        \(extra)
        """
    }

    private static let state = """
        static bool save(void *instance, heddle_write write, void *stream) {
            write(stream, &((counter *)instance)->count, sizeof(int64_t));
            return true;
        }
        static bool load(void *instance, const void *bytes, size_t count) {
            if (count != sizeof(int64_t)) { heddle->fail("state.size", "a count has 8 bytes"); return false; }
            memcpy(&((counter *)instance)->count, bytes, count);
            return true;
        }
        HEDDLE_OFFERS("heddle.state", heddle_state, counter_state)
        const heddle_state counter_state = {sizeof(heddle_state), save, load};
        """
}
