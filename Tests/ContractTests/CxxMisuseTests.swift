// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The header of C++ says at compile time")
struct CxxMisuseTests {
    /// A line that the compiler refuses, and its words for that.
    struct Misuse: Sendable, CustomStringConvertible {
        let description: String
        let code: String
        let message: String

        init(_ description: String, _ code: String, _ message: String) {
            (self.description, self.code, self.message) = (description, code, message)
        }

        /// An action with one parameter of the type.
        static func parameter(_ type: String, _ message: String) -> Misuse {
            Misuse("a parameter \(type)", "static void act(\(type)) {}\nHEDDLE_DESCRIBE(act)", message)
        }

        /// A function with two parameters, described with these words.
        static func words(_ words: String, _ message: String) -> Misuse {
            Misuse(
                "the words \(words)",
                "static int act(const char *a, int b) { return a == nullptr ? b : 0; }\nHEDDLE_DESCRIBE(\(words))",
                message)
        }

        static let types: [Misuse] = [
            .parameter("int &", "C has no references: take or return a pointer"),
            .parameter("int &&", "C has no references: take or return a pointer"),
            .parameter("int example::*", "C has no pointers to members: take a pointer to a function or to an object"),
            .parameter("volatile int *", "an action cannot take or return anything volatile: leave the word out"),
            .parameter(
                "std::string",
                "C has no templates: take `const char *` for a text, a pointer and a count for a container, or a structure "
                    + "that HEDDLE_SIZED_TYPE declares"),
            .parameter("std::string_view", "C has no templates: take `const char *` for a text"),
            .parameter("std::vector<int>", "C has no templates"),
            .parameter(
                "std::vector<int> *",
                "C has no name for the class of a template: point to a class that derives from it"),
            .parameter(
                "example",
                "C has no classes with constructors, virtual functions or no members: take a pointer to it, or a "
                    + "structure that HEDDLE_SIZED_TYPE declares"),
            .parameter("nothing", "C has no classes with constructors, virtual functions or no members"),
            .parameter(
                "scoped", "C has no scoped enumerations: declare a plain one, HEDDLE_TYPE(typedef enum { ... } NAME)"),
            .parameter(
                "char16_t", "C has no such type: take a number of <cstdint>, or `const char *` for a text"),
            .parameter("wchar_t", "C has no such type"),
            Misuse("a result", "static example act() { return {}; }\nHEDDLE_DESCRIBE(act)", "C has no classes"),
            Misuse(
                "variadic arguments", "static int act(int a, ...) { return a; }\nHEDDLE_DESCRIBE(act, a)",
                "the types of variadic arguments cannot be deduced: declare the function by HEDDLE_ACTION"),
            Misuse(
                "variadic arguments of a callback", "static void act(int (*)(int, ...)) {}\nHEDDLE_DESCRIBE(act)",
                "the types of variadic arguments cannot be deduced: declare it by HEDDLE_ACTION"),
            Misuse(
                "an action that is called", "int f() { return heddle::action<int(std::string)>{\"m.f\"}(\"\"); }",
                "C has no templates"),
        ]

        /// A function that takes a type, described on the second line.
        static func undescribed(_ description: String, _ before: String, _ type: String) -> Misuse {
            Misuse(
                description, "\(before) static void act(\(type)) {}\nHEDDLE_DESCRIBE(act)",
                "describe the type in its own namespace, outside of classes and in front of its use")
        }

        static let undescribed: [Misuse] = [
            .undescribed("a structure", "struct s { int a; };", "s"),
            .undescribed("a pointer to a structure", "struct s { int a; };", "const s *"),
            .undescribed("a handle", "class s;", "s *"),
            .undescribed("an enumeration", "enum e { one };", "e"),
            .undescribed(
                "a structure of another namespace",
                "HEDDLE_SIZED_TYPE(s, typedef struct { int a; } s) namespace n { struct s { int b, c; }; }", "n::s"),
            .undescribed(
                "a structure without a namespace",
                "namespace n { HEDDLE_SIZED_TYPE(s, typedef struct { int a; } s) } struct s { int b, c; };", "s"),
            .undescribed(
                "a structure in a class",
                "HEDDLE_SIZED_TYPE(s, typedef struct { int a; } s) class c { public: struct s { int b, c; }; };", "c::s"
            ),
            Misuse(
                "two structures of one name",
                "namespace n { HEDDLE_TYPE(typedef struct { int a; } s) }\nHEDDLE_TYPE(typedef struct s s)",
                "two_namespaces_describe_a_type_of_one_name"),
            .undescribed("an alias alone", "struct s { int a; }; HEDDLE_TYPE(typedef s alias)", "alias"),
        ]

        static let words: [Misuse] = [
            .words("act, a", "give a name for each parameter of the function, or for none of them"),
            .words("act, a, b, c", "give a name for each parameter of the function, or for none of them"),
            .words("act, _In_z_, b", "a parameter is given by its annotations and then its name"),
            .words("act, , b", "a parameter is given by its annotations and then its name"),
            .words(
                "act, const char *a, b",
                "a parameter is given by its annotations and its name alone: its type is deduced"),
            .words("act, a, int b", "a parameter is given by its annotations and its name alone: its type is deduced"),
            .words("act, a, a", "two parameters have the same name"),
            .words("act, _Self_ a, b", "_Self_ is for methods, and HEDDLE_DESCRIBE_METHOD writes it"),
            .words("act, a, _Out_ b", "_In_, _Out_ and _Inout_ are for pointers, and the parameter is none"),
            .words("act, a, _In_ b", "_In_, _Out_ and _Inout_ are for pointers, and the parameter is none"),
            .words(
                "act, _Out_ a, b",
                "_Out_ and _Inout_ are for what the action writes, and the parameter points to a constant"),
            .words("act, _Inout_ a, b", "_Out_ and _Inout_ are for what the action writes"),
            .words("act, _In_reads_(c) a, b", "a count in an annotation is the name of no parameter"),
            .words("act, _In_reads_(2 * c) a, b", "a count in an annotation is the name of no parameter"),
        ]

        static let uses: [Misuse] = [
            Misuse(
                "a function with its namespace", "namespace n { static void act() {} }\nHEDDLE_DESCRIBE(n::act)",
                "name a function without its namespace, from inside of it"),
            Misuse(
                "a class with its namespace",
                "namespace n { class c { public: void act() {} }; }\nHEDDLE_DESCRIBE_INSTANCE(n::c)",
                "name a class without its namespace, from inside of it"),
            Misuse(
                "a method with its class", "HEDDLE_DESCRIBE_METHOD(example, example::act)",
                "name a class without its namespace, from inside of it, and a method without its class"),
            Misuse(
                "a variable", "static int act = 0;\nHEDDLE_DESCRIBE(act)",
                "HEDDLE_DESCRIBE wants the name of a function"),
            Misuse(
                "a static method", "HEDDLE_DESCRIBE_METHOD(example, make)",
                "HEDDLE_DESCRIBE_METHOD is for methods that are not static: describe other functions by HEDDLE_DESCRIBE"
            ),
            Misuse(
                "a hook that does not take the call", "static void act(int) {}\nHEDDLE_DESCRIBE_HOOK(act)",
                "a hook is `void act(heddle::call call)`"),
            Misuse(
                "an instance of no constructor",
                "class c { public: explicit c(int) {} };\nHEDDLE_DESCRIBE_INSTANCE(c)",
                "an instance is made by `NAME(heddle::config config)` or by `NAME()`"),
            Misuse(
                "an abstract instance", "class c { public: virtual void act() = 0; };\nHEDDLE_DESCRIBE_INSTANCE(c)",
                "an instance is an object of a class that can be made and destroyed"),
            Misuse(
                "a setting of another type", "int f(heddle::config c) { return c.get<std::vector<int>>(\"a\")[0]; }",
                "a setting is read as bool, a number, an enumeration or a text (std::string, std::string_view, "
                    + "const char *), and a structure by paths such as limits.low"),
            Misuse(
                "memory for a class", "auto f() { return heddle::allocate<std::string>(1); }",
                "nobody would destroy the elements in memory of the host: use numbers and structures of C"),
            Misuse(
                "memory of a wide alignment",
                "struct alignas(64) w { int a; };\nauto f() { return heddle::allocate<w>(1); }",
                "memory of the host is aligned as that of malloc"),
            Misuse(
                "an argument of a class", "void f(heddle::call c) { c.argument<std::string>(0) = \"\"; }",
                "an argument or a result is of a type of C"),
        ]
    }

    @Test("that C has no such type, and what to take", arguments: Compiler.usualCXX)
    func types(compiler: Compiler) throws { try expectRefusal(of: Misuse.types, by: compiler) }

    @Test("that a type is not described, also where another one of its name is", arguments: Compiler.usualCXX)
    func undescribed(compiler: Compiler) throws { try expectRefusal(of: Misuse.undescribed, by: compiler) }

    @Test("what is wrong with names and annotations", arguments: Compiler.usualCXX)
    func words(compiler: Compiler) throws { try expectRefusal(of: Misuse.words, by: compiler) }

    @Test("what a macro or a template wants", arguments: Compiler.usualCXX)
    func uses(compiler: Compiler) throws { try expectRefusal(of: Misuse.uses, by: compiler) }

    @Test(
        "which C++ it wants", arguments: Compiler.cxx.filter { !["c++17", "c++20", "c++2b"].contains($0.standard) })
    func old(compiler: Compiler) throws {
        let run = try compiler.compile(["cxx/every.cpp"], ["-fsyntax-only"])
        #expect(run.status != 0)
        #expect(run.output.contains("heddle/module.hpp wants C++17: build with -std=c++17, or use heddle/module.h"))
    }

    @Test("that it wants exceptions", arguments: Compiler.usualCXX)
    func exceptions(compiler: Compiler) throws {
        let run = try compiler.compile(["cxx/every.cpp"], ["-fsyntax-only", "-fno-exceptions"])
        #expect(run.status != 0)
        #expect(run.output.contains("build without -fno-exceptions, or use heddle/module.h"))
    }

    @Test("that a function is described twice, in one file or in two", arguments: Compiler.usualCXX)
    func twice(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let source = "#include <heddle/module.hpp>\nstatic void act() {}\nHEDDLE_DESCRIBE(act)\n"
        try folder.write("one.cpp", "\(source)HEDDLE_MODULE(\"twice\", \"1\")\n")
        try folder.write("two.cpp", source)
        try folder.write("both.cpp", "\(source)HEDDLE_DESCRIBE(act)\n")
        let command = [
            compiler.family.command(for: .cxx), "-std=\(compiler.standard)", "-I\(Sources.root)/include", "-fPIC",
        ]
        let files = try Tool.run(
            command + ["-shared", "-o", folder("m.so"), folder("one.cpp"), folder("two.cpp")])
        #expect(files.status != 0)
        // Linkers quote the name in different ways.
        #expect(files.output.contains("multiple definition of "))
        #expect(files.output.contains("heddle_defined_act_action"))
        let file = try Tool.run(command + ["-fsyntax-only", folder("both.cpp")])
        #expect(file.status != 0)
        #expect(file.output.contains("heddle_words_of_act_action"))
    }

    @Test("that a class with methods is not the instance of the module", arguments: Compiler.usualCXX)
    func notTheInstance(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        try folder.write(
            "other.cpp",
            """
            #include <heddle/module.hpp>
            HEDDLE_MODULE("other", "1")
            class one {};
            class other { public: int act() { return 1; } };
            HEDDLE_DESCRIBE_INSTANCE(one)
            HEDDLE_DESCRIBE_METHOD(other, act)
            """)
        let run = try Tool.run([
            compiler.family.command(for: .cxx), "-std=\(compiler.standard)", "-I\(Sources.root)/include", "-fPIC",
            "-shared", "-Wl,-z,defs", "-o", folder("other.so"), folder("other.cpp"),
        ])
        #expect(run.status != 0)
        #expect(run.output.contains(/undefined reference to .other_create/), "\(run.output)")
    }

    private func expectRefusal(of misuses: [Misuse], by compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let command = [
            compiler.family.command(for: .cxx), "-std=\(compiler.standard)", "-I\(Sources.root)/include",
        ]
        // What is the same for all is compiled once.
        try folder.write(
            "before.hpp",
            """
            #include <heddle/module.hpp>
            #include <string>
            #include <string_view>
            #include <vector>
            class example { public: example() {} virtual ~example() {} void act() {} static int make() { return 0; } };
            struct nothing {};
            enum class scoped { one };
            """)
        try Tool.succeed(command + ["-x", "c++-header", folder("before.hpp"), "-o", folder("before.hpp.gch")])
        for misuse in misuses {
            try folder.write("misuse.cpp", misuse.code)
            let run = try Tool.run(command + ["-include", folder("before.hpp"), "-fsyntax-only", folder("misuse.cpp")])
            #expect(run.status != 0, "\(misuse)")
            #expect(run.output.contains(misuse.message), "\(misuse): \(run.output)")
            // The line of the author is named too.
            #expect(run.output.contains(/misuse\.cpp:[12]:/), "\(misuse): \(run.output)")
        }
    }
}
