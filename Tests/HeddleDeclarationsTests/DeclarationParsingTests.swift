// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Reading declarations") struct DeclarationParsingTests {
    @Test("a function has its symbol, result and parameters")
    func function() throws {
        let add = try signature("int add(int a, double b)")
        #expect(add.symbol == "add")
        #expect(add.result == .integer(.int))
        #expect(add.parameters.map(\.name) == ["a", "b"])
        #expect(add.parameters.map(\.type) == [.integer(.int), .floating(.double)])
        #expect(!add.isVariadic)
    }

    @Test(
        "the words of a type may come in any order",
        arguments: [
            ("long unsigned int", IntegerType.unsignedLong), ("int long unsigned", .unsignedLong),
            ("unsigned", .unsignedInt), ("signed", .int), ("short unsigned int", .unsignedShort),
            ("long long int signed", .longLong), ("unsigned long int long", .unsignedLongLong),
            ("char", .char), ("signed char", .signedChar), ("char unsigned", .unsignedChar),
        ])
    func words(text: String, type: IntegerType) throws {
        #expect(try signature("\(text) f(void)").result == .integer(type))
        #expect(try signature("extern \(text) const f(void)").result == .integer(type))
    }

    @Test("const may stand on either side, and belongs to what is pointed to")
    func const() throws {
        for text in ["const char *", "char const *", "const char const *", "char const *const"] {
            let type = try signature("void f(\(text) s)").parameters[0].type
            #expect(type == .pointer(to: .integer(.char), isConst: true), "\(text)")
        }
        let inner = try signature("void f(char *const *s)").parameters[0].type
        #expect(inner == .pointer(to: .pointer(to: .integer(.char), isConst: false), isConst: true))
    }

    @Test("a typedef of a const type makes const what is declared with it")
    func constTypedef() throws {
        let type = try signature("typedef const char letter; void f(letter *s)").parameters[0].type
        #expect(type == .pointer(to: .named("letter", .integer(.char)), isConst: true))
    }

    @Test("arrays and functions become pointers as parameters")
    func adjustment() throws {
        let types = try signature("void f(const int a[4], char b[], int c(double), int d[static 2], int e[2][3])")
            .parameters.map(\.type.description)
        #expect(types == ["const int *", "char *", "int (*)(double)", "int *", "int (*)[3]"])
    }

    @Test("nothing but void means no parameters")
    func noParameters() throws {
        #expect(try signature("int f(void)").parameters.isEmpty)
        #expect(try signature("typedef void nothing; int f(nothing)").parameters.isEmpty)
        #expect(try signature("int f(void *)").parameters.count == 1)
    }

    @Test("variadic arguments may follow")
    func variadic() throws {
        let printf = try signature("int printf(const char *format, ...)")
        #expect(printf.isVariadic)
        #expect(printf.parameters.count == 1)
    }

    @Test("functions that return pointers to functions are read from the name outwards")
    func signal() throws {
        let text = "void (*signal(int sig, void (*handler)(int)))(int)"
        let signal = try signature(text)
        #expect(signal.symbol == "signal")
        #expect(signal.parameters.map(\.name) == ["sig", "handler"])
        #expect(signal.result.description == "void (*)(int)")
        #expect(signal.description == text)
    }

    @Test("a function may be declared through a typedef")
    func throughTypedef() throws {
        let add = try signature("typedef int operation(int, int); operation add")
        #expect(add.parameters.map(\.type) == [.integer(.int), .integer(.int)])
    }

    @Test("several declarations stand in one text, and several names in one declaration")
    func several() throws {
        #expect(
            try printed(";; int f(void), *g(int);\n/* a comment */ // another\ntypedef int a, *b;")
                == ["int f(void)", "int *g(int)", "typedef int a", "typedef int *b"])
    }

    @Test("words and attributes that say nothing about a call are passed over")
    func harmless() throws {
        let texts = [
            "extern int f(int x)", "static inline int f(int x)", "_Noreturn int f(int x)", "extern \"C\" int f(int x)",
            "int f(int x) __attribute__((nonnull(1), pure))", "__attribute__((visibility(\"default\"))) int f(int x)",
            "[[nodiscard]] int f(int x)", "__extension__ int f(register int x)", "int f(volatile int x)",
            "int (f)(int x)", "int ((f))(int x);", "int f(int x) __asm__(\"f\")",
        ]
        for text in texts { #expect(try printed(text) == ["int f(int x)"], "\(text)") }
    }

    @Test("asm names the symbol")
    func symbol() throws {
        #expect(try signature("int f(void) asm(\"real_f\")").symbol == "real_f")
        #expect(try signature("int f(void) __asm__(\"real\" \"_f\") __attribute__((pure))").symbol == "real_f")
        let versioned = try signature("int f(void) asm(\"f@V1\")")
        #expect(versioned.symbol == "f@V1")
        #expect(try signature(versioned.description) == versioned)
    }

    @Test("a declaration keeps its meaning between the quotes of a JSON string")
    func escaped() throws {
        #expect(try printed(#"int f(void);\n\tint g(void) asm(\"h\"); // end\nint i(void)"#).count == 3)
        #expect(try signature(#"int g(void) asm(\"h\")"#).symbol == "h")
    }

    @Test("clang's words for null are understood")
    func nullability() throws {
        let f = try signature("char *_Nullable f(const char *_Nonnull a, const char *_Nullable b)")
        #expect(f.resultMayBeNull)
        #expect(f.parameters.map(\.isOptional) == [false, true])
        #expect(f.description == "_Ret_maybenull_ char *f(const char *a, const char *_Nullable b)")
    }

    @Test("the standard types are known")
    func standard() throws {
        let sizes = [
            "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "int64_t": 8,
            "uint64_t": 8, "size_t": 8, "ssize_t": 8, "ptrdiff_t": 8, "intptr_t": 8, "uintptr_t": 8, "intmax_t": 8,
            "uintmax_t": 8, "wchar_t": 4, "off_t": 8, "time_t": 8, "bool": 1, "_Bool": 1, "div_t": 8, "ldiv_t": 16,
        ]
        for (name, size) in sizes { #expect(try signature("\(name) f(void)").result.layout?.size == size, "\(name)") }
        #expect(try signature("int fclose(FILE *f)").parameters[0].type.description == "FILE *")
        #expect(try signature("void hook(heddle_call *call)").parameters[0].type.description == "heddle_call *")
    }
}
