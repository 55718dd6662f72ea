// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import Testing
import Workbench

@Suite("A host in Swift: modules and calls")
struct HostTests {
    private let bench: Bench

    init() throws { bench = try Bench("probe") }

    @Test("A module is found by its bare name, by its path, and by the soname of a system library")
    func finding() throws {
        let host = bench.host
        let named = try host.module("again", library: "probe")
        #expect(named.name == "again")
        #expect(named.libraryName == "probe")
        #expect(named.actionNames.contains("add"))
        let path = "\(try BuiltModules.probes)/counter.so"
        #expect(try host.module("byPath", library: path).actionNames == ["count"])
        let math = try host.module(
            "m", library: "libm.so.6", declarations: ["double cos(double x)", "double sin(double)"])
        #expect(math.actionNames == ["cos", "sin"])
        #expect(try host.call(ActionName(module: "m", action: "cos"), with: [.integer(0)]).result == .integer(1))
    }

    @Test("A call gives its result, its out-parameters and errno")
    func calls() throws {
        #expect(try bench.call("add", .integer(1), .integer(2)).result == .integer(3))
        #expect(try bench.call("same_text", .string("é")).result == .string("é"))
        #expect(try bench.call("say", .string("")).outcome == .returned(nil))
        let divided = try bench.call("divide", .integer(17), .integer(5))
        #expect(divided.out == [.init("quotient", .integer(3)), .init("rest", .integer(2))])
        #expect(try bench.call("leave_errno", .integer(11)).errno == 11)
        #expect(try bench.call("same_unsigned", .integer(Int128(UInt64.max))).result == .integer(Int128(UInt64.max)))
    }

    @Test("A call that fails is a result, not an error")
    func failures() throws {
        #expect(
            try bench.call("divide", .integer(1), .integer(0)).failure
                == Failure(code: "byZero", message: "nothing is divided by 0"))
        let lookedUp = try bench.call("look_up", .string("x"))
        #expect(lookedUp.failure?.code == "unsuccessful")
        #expect(lookedUp.errno == 2)
    }

    @Test("A handle goes from call to call, and is refused once it was released")
    func handles() throws {
        let box = try bench.result("box_make", .integer(7))
        #expect(try bench.call("box_value", box).result == .integer(7))
        #expect(try bench.call("box_free", box).outcome == .returned(nil))
        #expect(message { _ = try bench.call("box_value", box) }?.contains("a handle that was not released") == true)
    }

    @Test("What cannot be called as it was asked for is an error that says why")
    func mistakes() throws {
        #expect(
            message { _ = try bench.call("add", .integer(1)) } == "probe.add takes 2 arguments, 1 is given")
        #expect(
            message { _ = try bench.call("add", .integer(1), .string("2")) }
                == "argument 2 (b) of probe.add is text \"2\", the declaration wants a whole number from -2147483648 to "
                + "2147483647")
        #expect(message { _ = try bench.call("subtract") } == "the module probe has no action \"subtract\"")
        #expect(message { try bench.host.call("x.y") } == "there is no module \"x\"")
    }

    @Test("A module that cannot be loaded throws every reason")
    func refusals() throws {
        let host = bench.host
        #expect(message { try host.module("nowhere") } == "there is no module \"nowhere\" on the module path")
        let declarations = message {
            try host.module("m", library: "libm.so.6", declarations: ["doubel cos(double x)", "double sin("])
        }
        #expect(declarations?.split(separator: "; ").count == 2)
        #expect(
            message { try host.module("c", library: "counter", config: .object([.init("refuse", .bool(true))])) }
                == "the module c did not make its instance: refused: no counter today")
    }

    @Test("Each module has an instance of its own, made from its own configuration")
    func instances() throws {
        try bench.host.module("low", library: "counter")
        try bench.host.module("high", library: "counter", config: .object([.init("from", .integer(100))]))
        func count(_ module: String) throws -> Value? {
            try bench.host.call(ActionName(module: module, action: "count")).result
        }
        #expect(try count("low") == .integer(1))
        #expect(try count("high") == .integer(101))
        #expect(try count("low") == .integer(2))
    }

    @Test("Hosts do not know each other's modules")
    func twoHosts() throws {
        let other = try Bench("counter")
        #expect(
            message { _ = try other.call("add", .integer(1), .integer(2)) } == "there is no module \"probe\"")
    }

    @Test("A prepared call can be made again and again")
    func prepared() throws {
        let call = try bench.host.prepare(ActionName(module: "probe", action: "add"), with: [.integer(1), .integer(2)])
        for _ in 0..<3 {
            #expect(call.invoke())
            #expect(call.result == .integer(3))
        }
    }

    @Test("Calls may be made on many threads at once")
    func threads() async throws {
        let bench = bench
        let trace = Trace()
        try bench.host.hook("probe.add", .before) { _ in trace.note("x") }
        let sums = try await withThrowingTaskGroup(of: Value?.self) { group in
            for number in 0..<50 {
                group.addTask { try bench.call("add_by_host", .integer(Int128(number)), .integer(1)).result }
            }
            return try await group.reduce(into: Set<Value?>()) { $0.insert($1) }
        }
        #expect(sums == Set((1...50).map { .integer($0) }))
        #expect(trace.text.count == 50)
    }
}
