// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Further arguments")
struct VariadicTests {
    private let print: Action

    init() throws {
        print = try libc("int snprintf(_Out_writes_to_(size, return) char *text, size_t size, const char *format, ...)")
    }

    private func printed(_ format: Value, _ further: [(CType, Value)]) throws -> Value? {
        let call = try PreparedCall(print, further: further.map { Parameter(name: nil, type: $0.0) })
        let given = [.absent, 200, .value(format)] + further.map { Argument.value($0.1) }
        let misfits = call.encode(given)
        guard misfits.isEmpty else { throw Misfits(all: misfits) }
        return call.made()["text"]
    }

    private let text = CType.pointer(to: .integer(.char), isConst: true)

    @Test("reach the C library's own printf as it expects them")
    func formats() throws {
        #expect(try printed("%d %s", [(.integer(.int), -5), (text, "text")]) == "-5 text")
        #expect(try printed("%.2f|%Lg", [(.floating(.double), 2.5), (.floating(.longDouble), 0.125)]) == "2.50|0.125")
        #expect(try printed("%zu", [(.integer(.unsignedLong), .whole(Int128(UInt64.max)))]) == "18446744073709551615")
        #expect(try printed("none", []) == "none")
    }

    @Test("are widened as C widens them")
    func promotion() throws {
        #expect(try printed("%f", [(.floating(.float), 1.5)]) == "1.500000")
        #expect(
            try printed("%d %d", [(.integer(.signedChar), -128), (.integer(.unsignedShort), 65535)]) == "-128 65535")
        #expect(try printed("%d", [(.bool, true)]) == "1")
    }

    @Test("keep the range of the type that they were given")
    func ranges() throws {
        let call = try PreparedCall(print, further: [Parameter(name: nil, type: .integer(.short))])
        #expect(
            call.encode([.absent, 10, "%d", 40000]) == [
                CrossingError(parameter: 3, found: "number 40000", expected: "a whole number from -32768 to 32767")
            ])
    }

    @Test("fill every register and the stack, numbers of both kinds mixed")
    func many() throws {
        let mixed = (0..<12).flatMap { index in
            [(CType.integer(.int), Value.whole(Int128(index))), (.floating(.double), .whole(Int128(100 + index)))]
        }
        let format = Array(repeating: "%d %.0f", count: 12).joined(separator: " ")
        let expected = (0..<12).map { "\($0) \(100 + $0)" }.joined(separator: " ")
        #expect(try printed(.string(format), mixed) == .string(expected))
    }

    @Test("may be structures by value")
    func structures() throws {
        let values = try Fixture("Values")
        let action = try values.action("sum_further")
        let point = try #require(values.action("scaled").signature.parameters.first?.type)
        let types = [CType.integer(.int), point, point].map { Parameter(name: nil, type: $0) }
        let call = try PreparedCall(action, further: types)
        #expect(call.encode(["ipp", 1, .value(["x": 2, "y": 3]), .value([4, 5])]).isEmpty)
        #expect(call.made().result == 15)
    }

    @Test("are seen by hooks, behind those that are declared")
    func hooks() throws {
        let trace = Trace()
        try print.hook(
            before: [.closure { call in trace.write("\(call.arguments.count)") }], instead: [.closure { $0.proceed() }])
        #expect(try printed("%d-%d", [(.integer(.int), 1), (.integer(.int), 2)]) == "1-2")
        #expect(trace.text == "4")
        try print.hook(before: [.closure { try? $0.setArgument(3, to: 9) }])
        #expect(try printed("%d-%d", [(.integer(.int), 1), (.integer(.int), 2)]) == "1-9")
    }

    @Test("are refused where the declaration has none")
    func refused() throws {
        let action = try Fixture("Numbers").action("nothing")
        let refusal = #expect(throws: Unsupported.self) {
            try PreparedCall(action, further: [Parameter(name: nil, type: .bool)])
        }
        #expect(refusal?.message == "numbers.nothing takes no variadic arguments")
    }

    @Test("of types that cannot be passed rightly are refused with the place")
    func unsupported() throws {
        let pointer = CType.pointer(to: .integer(.int), isConst: false)
        let refusal = #expect(throws: Unsupported.self) {
            try PreparedCall(print, further: [Parameter(name: nil, type: .bool), Parameter(name: nil, type: pointer)])
        }
        #expect(refusal?.parameter == 4)
    }
}
