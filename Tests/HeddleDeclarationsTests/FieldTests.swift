// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("The fields of a structure, by their names") struct FieldTests {
    private func record(_ text: String) throws -> RecordType {
        guard case .type(_, .record(let record)) = try read(text).last else { throw NotAFunction(text: text) }
        return record
    }

    @Test("are those in their order, in members without names too")
    func fields() throws {
        let all = try record(
            "struct all { int a; struct { int b; union { float c; int d; }; }; int : 0; int e : 3; int f[]; }")
        #expect(all.fields.map(\.name) == ["a", "b", "c", "d", "e"])
        for field in all.fields {
            let name = try #require(field.name)
            let found = try #require(all.field(name))
            #expect(found.member == field)
            #expect(found.isShared == ["c", "d"].contains(field.name))
        }
        for name in ["f", "g", ""] { #expect(all.field(name)?.member == nil) }
    }

    @Test("stand where the layout has them")
    func places() throws {
        let all = try record(
            "struct all { int a; struct { char b; struct { int : 3; int c : 5; }; }; int d : 3; unsigned e : 7; }")
        let places = ["a": 0, "b": 32, "c": 67, "d": 96, "e": 99]
        for (name, place) in places { #expect(all.bitOffset(of: name) == place, "\(name)") }
        #expect(all.bitOffset(of: "f") == nil)
        #expect(try record("struct none { int a; struct none *next; }").bitOffset(of: "b") == nil)
    }

    @Test("have the annotations that came after they were looked up")
    func annotated() throws {
        let text = "struct list { int count; _In_reads_(count) const int *values; }"
        let plain = try record("struct list { int count; const int *values; }")
        #expect(plain.field("values")?.member.buffer == nil)
        var members = try #require(plain.members)
        members.swapAt(0, 1)
        let turned = RecordType(kind: .structure, tag: "list", members: members)
        #expect(turned.fields.map(\.name) == ["values", "count"])
        #expect(try record(text).field("values")?.member.buffer != nil)
        #expect(plain == (try record("struct list { int count; const int *values; }")))
        #expect(plain != turned)
    }

    @Test("are found where a structure has thousands")
    func many() throws {
        let all = try record("struct all { \((0..<4000).map { "int f\($0);" }.joined(separator: " ")) }")
        for number in 0..<4000 { #expect(all.field("f\(number)")?.member == all.members?[number]) }
        #expect(Set([all, try record("struct all { int f0; }")]).count == 2)
    }
}
