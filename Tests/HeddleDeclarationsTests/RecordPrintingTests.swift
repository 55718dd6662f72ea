// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Printing structures") struct RecordPrintingTests {
    @Test("random structures and unions read back as they were printed")
    func random() throws {
        let scope = try #require(RecordGenerator.scope)
        var random = RecordGenerator(seed: 3)
        for index in 0..<2000 {
            let record = random.record(tag: "r\(index)")
            let original = Declaration.type(name: "\(record.kind.rawValue) r\(index)", .record(record))
            #expect(try read("\(original)", in: scope) == [original], "\(original)")
        }
    }

    @Test("random typedefs of them too")
    func typedefs() throws {
        let scope = try #require(RecordGenerator.scope)
        var random = RecordGenerator(seed: 4)
        for index in 0..<500 {
            let record = CType.record(random.record(tag: nil))
            let original = Declaration.type(name: "t", index % 2 == 0 ? record : .aligned(record, to: 1 << (index % 7)))
            #expect(try read("\(original)", in: scope) == [original], "\(original)")
        }
    }

    @Test(
        "attributes print as they were written",
        arguments: [
            "struct __attribute__((packed)) s { char a; int b; }",
            "struct __attribute__((packed, aligned(4))) s { char a; int b __attribute__((aligned(8))); }",
            "typedef struct __attribute__((aligned(16))) { int x; } t",
            "typedef struct { int x; } t __attribute__((aligned(16)))", "typedef int t[4] __attribute__((aligned(64)))",
            "union u { int i; struct __attribute__((packed)) { char a; int b; }; }",
            "struct s { int (*f)(int x) __attribute__((aligned(16))); unsigned char rest[]; }",
            "enum __attribute__((packed)) e { A, B = 300 }", "enum e : unsigned char { A, B = 200 }",
            "typedef enum : long long { A } e",
        ])
    func attributes(text: String) throws {
        let first = try read(text)
        let isPacked = text.contains("unsigned char { A")
        #expect(first.map(\.description) == [isPacked ? "enum __attribute__((packed)) e { A, B = 200 }" : text])
        #expect(try read(first[0].description) == first)
    }
}
