// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("Services by name, between a program and its modules")
struct OfferedServiceTests {
    private static let source = """
        #include <heddle/module.h>
        typedef struct { size_t size; int32_t (*next)(int32_t number); } counting;
        HEDDLE_MODULE("guest", "1.0.0")
        HEDDLE_ACTION(const char *, program, void)
        HEDDLE_ACTION(int32_t, contract, void)
        HEDDLE_ACTION(int32_t, next, int32_t number)
        HEDDLE_ACTION(bool, has, const char *service)
        HEDDLE_OFFERS("com.example.constant", int32_t, forty_two)
        const int32_t forty_two = 42;
        static const heddle_identity *who(void) { return HEDDLE_SERVICE(heddle_identity, "heddle.identity"); }
        const char *program(void) {
            static char text[100];
            snprintf(text, sizeof text, "%s %s by %s at %s", who()->name, who()->version, who()->vendor, who()->url);
            return text;
        }
        int32_t contract(void) { return who()->contract; }
        int32_t next(int32_t number) {
            const counting *table = HEDDLE_SERVICE(counting, "com.example.counting");
            return table == NULL ? -1 : table->next(number);
        }
        bool has(const char *service) { return heddle->service(service) != NULL; }
        """
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        // Equal files would be one library, with the static data and the host of all tests that run now.
        let own = "\nconst char own_file[] = \"\(folder.path)\";\n"
        try BuiltModules.compile("#include <stdio.h>\n" + Self.source + own, to: "guest.so", in: folder)
    }

    private func host(_ identity: HostIdentity = .program) -> ModuleHost {
        ModuleHost(modulePath: [folder.path], identity: identity)
    }

    /// A table with a function that adds `step`.
    private static func table(_ next: @convention(c) (Int32) -> Int32) -> ServiceTable {
        let table = UnsafeMutablePointer<(Int, @convention(c) (Int32) -> Int32)>.allocate(capacity: 1)
        unsafe table.initialize(to: (16, next))
        return unsafe ServiceTable(table)
    }

    @Test("a module knows the program that has loaded it, and which Heddle is in it")
    func identity() throws {
        let studio = host(HostIdentity("Studio", version: "2.1", vendor: "Example Ltd", url: "https://example.com"))
        try studio.module("guest")
        #expect(try studio.call("guest.program") == "Studio 2.1 by Example Ltd at https://example.com")
        #expect(try studio.call("guest.contract") == Description.knownContract)
        let plain = host()
        try plain.module("guest")
        let name: String = try plain.call("guest.program")
        #expect(name.hasSuffix("  by  at ") && !name.hasPrefix("/") && name.count > 8)
    }

    @Test("a program offers a table by name, each host its own, and a later one replaces it")
    func offer() throws {
        let (one, two) = (host(), host())
        try one.module("guest")
        try two.module("guest")
        #expect(try one.call("guest.next", 5) == -1)
        try one.offer("com.example.counting", Self.table { $0 + 1 })
        try two.offer("com.example.counting", Self.table { $0 + 2 })
        #expect(try one.call("guest.next", 5) == 6)
        #expect(try two.call("guest.next", 5) == 7)
        try one.offer("com.example.counting", Self.table { $0 + 10 })
        #expect(try one.call("guest.next", 5) == 15)
        for service in ["heddle.host", "heddle.main", "heddle.identity", "com.example.counting"] {
            #expect(try one.call("guest.has", service) == true)
        }
        #expect(try one.call("guest.has", "heddle.other") == false)
    }

    @Test("a program offers nothing under Heddle's own names", arguments: ["", "heddle.main", "heddle.more", "a\nb"])
    func ownNames(name: String) throws {
        let refusal = #expect(throws: Diagnostics.self) { try host().offer(name, Self.table { $0 }) }
        #expect(refusal?.all.first?.message.hasPrefix("a program cannot offer the service") == true)
        #expect(refusal?.all.first?.suggestion == "choose a name of your own, such as \"com.example.canvas\"")
    }

    @Test("a module that needs a service is loaded by hosts that offer it, and refused by others, even behind one")
    func needs() throws {
        try BuiltModules.compile(
            "#include <stdio.h>\n" + Self.source.replacing("\"guest\"", with: "\"needy\"")
                + "\nHEDDLE_NEEDS(\"com.example.counting\")\nconst char own_file[] = \"\(folder.path)\";\n",
            to: "needy.so", in: folder)
        let generous = host()
        try generous.offer("com.example.counting", Self.table { $0 + 1 })
        try generous.module("needy")
        #expect(try generous.call("needy.next", 1) == 2)
        let refusal = #expect(throws: Diagnostics.self) { try host().module("needy") }
        #expect(refusal?.all.first?.message.contains("needs the service \"com.example.counting\"") == true)
    }

    @Test("a module offers a table to the program, by its name alone")
    func offered() throws {
        let module = try host().module("guest")
        let table = try #require(module.service("com.example.constant"))
        #expect(unsafe table.address.load(as: Int32.self) == 42)
        #expect(module.service("com.example.other") == nil)
    }
}
