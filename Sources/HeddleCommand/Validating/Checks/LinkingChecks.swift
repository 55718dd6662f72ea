// SPDX-License-Identifier: Apache-2.0

import HeddleForeign

extension Check {
    /// Promises about what the compiler and the linker have made.
    static let linking: [Check] = [
        Check(
            "dependencies-are-found", "Each library that the module needs is on this machine.", .build,
            mend: "install it, or link the module with -Wl,-rpath,'$ORIGIN' and put the library beside it",
            .reading { module in
                module.dependencies.all.filter { $0.path == nil }.map {
                    "\($0.name), which \($0.needer) needs, is not found"
                }
            }),
        Check(
            "symbols-are-provided", "Some library provides each symbol that the module uses.", .build,
            mend: "link the library that defines it, and link with -Wl,-z,defs to learn of it at build time",
            needs: ["dependencies-are-found"],
            .reading { module in
                module.dependencies.missing(of: module.facts).map { "no library provides \($0)" }
            }),
        Check(
            "stack-is-not-executable", "The module does not ask for an executable stack.", .build,
            mend: "link with -Wl,-z,noexecstack, and give assembly files a section .note.GNU-stack",
            .reading { $0.facts.hasExecutableStack ? ["loading it makes all stacks of the process executable"] : [] }),
        Check(
            "code-is-not-writable", "No part of the module can be written and executed.", .build,
            mend: "put code and data into different sections",
            .reading { $0.facts.hasWritableCode ? ["a segment can be written and executed"] : [] }),
        Check(
            "code-is-not-relocated", "Loading does not write into the code of the module.", .build,
            mend: "compile with -fPIC, and link with -Wl,-z,text",
            .reading { $0.facts.hasTextRelocations ? ["it has text relocations (DT_TEXTREL)"] : [] }),
        Check(
            "no-static-tls", "The module takes nothing from the static space for thread-local variables.", .build,
            mend: "compile without -ftls-model=initial-exec",
            .reading { $0.facts.usesStaticTLS ? ["it uses static TLS (DF_STATIC_TLS)"] : [] }),
        Check(
            "no-unique-symbols", "The module has no symbols of which the process keeps one for all libraries.", .build,
            mend: "compile with -fno-gnu-unique, or hide them with -fvisibility=hidden",
            .reading { $0.facts.uniqueNames.map { "the symbol \($0) is unique (STB_GNU_UNIQUE)" } }),
        Check(
            "has-build-id", "The linker has given the build an ID.", .build, mend: "link with -Wl,--build-id",
            .reading { $0.facts.buildID == nil ? ["there is no note .note.gnu.build-id"] : [] }),
        Check(
            "search-path-is-lasting", "The module looks for libraries in no folder of its build.", .build,
            mend: "link with -Wl,-rpath,'$ORIGIN', and without the folders of the build",
            .reading { $0.facts.searchFolders.filter(\.isOfBuild).map { "it looks for libraries in \"\($0)\"" } }),
        Check(
            "exports-only-actions", "The module exports no functions but those that it describes.", .build,
            mend: "compile with -fvisibility=hidden",
            .reading { module in
                let described = try module.described().symbols
                return module.facts.functions
                    .filter { !described.contains($0) && !$0.hasPrefix("heddle_") && !systemNames.contains($0) }
                    .map { "it exports \($0), which is no action" }
            }),
        Check(
            "exports-no-system-name", "The module exports no function with the name of one of libc.", .author,
            mend: "name the function otherwise; HEDDLE_ACTION_NAMED keeps the name of the action",
            .reading { module in
                if module.isOfCLibrary { throw Skipped(reason: "it is a part of the C library") }
                return module.facts.functions.filter(systemNames.contains).map { "it exports \($0), as libc does" }
            }),
        Check(
            "exports-no-heddle-name", "The names that begin with heddle_ are left to Heddle.", .author,
            mend: "give the function another prefix",
            .reading { module in
                module.facts.functions.filter { $0.hasPrefix("heddle_") && $0 != "heddle_attach" }
                    .map { "it exports \($0)" }
            }),
        Check(
            "no-destructors", "Nothing of the module runs when the process ends.", .author,
            mend: "clean up in the function that destroys the instance",
            .reading { $0.facts.hasDestructors ? ["it has destructors (DT_FINI_ARRAY)"] : [] }),
        Check(
            "no-go-runtime", "There is no Go runtime in the module.", .build,
            mend: "run the Go code in a process of its own",
            .reading { $0.facts.runtimes.contains(.go) ? ["it has a section of a Go runtime"] : [] }),
        Check(
            "no-sanitizer", "The module was built without sanitizers.", .build,
            mend: "build it without -fsanitize",
            .reading { $0.facts.sanitizers.map { "it was built with the \($0) sanitizer" } }),
    ]

    /// The names that libc defines; empty if it is not found.
    private static let systemNames: Set<String> =
        (try? LibraryFile(named: "libc.so.6")).map { Set($0.functions) } ?? []
}

extension String {
    /// True for a folder in a search path that is not there on another machine, or means another one in another folder.
    fileprivate var isOfBuild: Bool {
        let ofMachine = ["/tmp", "/var/tmp", "/home", "/root", "/build", "/mnt"]
        let parts = split(separator: "/")
        return !hasPrefix("/") && !hasPrefix("$") || ofMachine.contains { self == $0 || hasPrefix("\($0)/") }
            || parts.contains { ["build", ".build"].contains($0) }
    }
}
