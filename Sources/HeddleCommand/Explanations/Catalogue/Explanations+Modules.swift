// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let modules = ExplanationGroup(
        "Modules",
        [
            Explanation(
                "module.missing", "No such module on the module path",
                """
                A bare name is looked up in the folders of the module path: those given with -m, then those of
                HEDDLE_MODULE_PATH, then two beside the command. No file there is NAME.so or libNAME.so, or says that
                it is the module of this name. Name the folder, or write a path or the soname of a library of the
                system. heddle list shows what is there.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                    -   "modules": { "m": { "library": "libm", "declarations": ["double cos(double x)"] } },
                    +   "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "module.unreadable", "The module's file cannot be read",
                """
                The file is not there, may not be read, or is no regular file, or no file can have its name. The
                message has the reason. A path in a behaviour is relative to the behaviour's file.
                """,
                .command(
                    """
                    - heddle call ./libm.so.6 'double cos(double x)' 0
                    + heddle call libm.so.6 'double cos(double x)' 0
                    """)),
            Explanation(
                "module.not-loadable", "The file is no shared library of this machine",
                """
                The file was looked at before anything of it was run, and is no ELF library for this machine: it is
                empty, a program or an object file, built for another machine, or cut short. Build it with -shared for
                this machine, or copy it again.
                """,
                .command(
                    """
                    - heddle call /etc/passwd 'double cos(double x)' 0
                    + heddle call libm.so.6 'double cos(double x)' 0
                    """)),
            Explanation(
                "module.refused", "The dynamic linker refuses the library",
                """
                The file is a library, and the system cannot load it: a library that it needs is not found, or a
                symbol that it uses is nowhere defined. The message has the linker's own words. ldd FILE shows what is
                missing. A library beside the module is found when the module is linked with -Wl,-rpath,'$ORIGIN'.
                """,
                .command(
                    """
                    - heddle call libnowhere.so.1 'double cos(double x)' 0
                    + heddle call libm.so.6 'double cos(double x)' 0
                    """)),
            Explanation(
                "module.description", "The module's description is broken",
                """
                A module built with Heddle's header carries a description of itself in the section .heddle, which is
                read without running any code. Its records do not hold together: something else was put into the section,
                or it was changed after the build. Build the module again with <heddle/module.h>.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                    - static const int mine __attribute__((section(".heddle"), used HEDDLE_RETAIN)) = 7;
                    + static const int mine __attribute__((section(".example"), used HEDDLE_RETAIN)) = 7;
                      HEDDLE_ACTION(int, act, void)

                      int act() { return 1; }
                    """)),
            Explanation(
                "module.repeated", "Two records of a module say the same of it",
                """
                A module has one HEDDLE_MODULE and at most one HEDDLE_INSTANCE. This one has several that say different
                things, as when the sources of two modules are linked to one file. Nobody could tell which of them
                holds. Leave one of them.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                    - HEDDLE_RECORD(HEDDLE_RECORD_MODULE, 0, "another\\n2.0.0")
                      HEDDLE_ACTION(int, act, void)

                      int act(void) { return 1; }
                    """)),
            Explanation(
                "module.not-exported", "The module describes a function that it does not export",
                """
                The description names an action, a hook, or a function that makes or destroys instances, and the
                library has no exported function of this name. The macros of <heddle/module.h> export what they declare.
                A record that is written by hand needs HEDDLE_EXPORT, or what the language has for it, on its function;
                -fvisibility=hidden and version scripts hide all others.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                    - HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "int act(void)")
                    + HEDDLE_ACTION(int, act, void)

                    - static int act(void) { return 1; }
                    - int (*const used)(void) = act;
                    + int act(void) { return 1; }
                    """)),
            Explanation(
                "module.contract", "The module was built with another contract",
                """
                The module's description has records of kinds that this version of Heddle does not know. They are passed
                over, so that the module may lack what they ask for. Use a newer Heddle. Records that name contract 0
                were not made by any <heddle/module.h>.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                    - HEDDLE_RECORD(999, 0, "something of the future")
                      HEDDLE_ACTION(int, act, void)

                      int act(void) { return 1; }
                    """)),
            Explanation(
                "module.needs", "The module needs a service that this Heddle does not have",
                """
                By HEDDLE_NEEDS a module says which services of the host it cannot do without. This version of Heddle
                does not have one of them. Use a newer Heddle; or ask for the service at run time, where the module
                can do without it.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                    - HEDDLE_NEEDS("heddle.telepathy")
                    + HEDDLE_NEEDS("heddle.host")
                      HEDDLE_ACTION(int, act, void)

                      int act(void) { return 1; }
                    """)),
            Explanation(
                "module.layout", "A type lies otherwise in the module than by its declaration",
                """
                HEDDLE_SIZED_TYPE and HEDDLE_FIELD note how the module's compiler laid a type out. Heddle, which reads
                the same declaration, comes to another size or offset, so that calls would pass wrong values. The
                module was compiled with packing that its declarations do not show; write the attribute there.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                    - #pragma pack(1)
                    - HEDDLE_SIZED_TYPE(pair, typedef struct { char a; long b; } pair)
                    + HEDDLE_SIZED_TYPE(pair, typedef struct __attribute__((packed)) { char a; long b; } pair)
                      HEDDLE_ACTION(int, act, void)

                      int act(void) { return 1; }
                    """)),
        ] + instances + configuration)
}
