// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleServices
import Testing

@Suite("An action as a service")
struct NativeServiceTests {
    private let host: ModuleHost

    init() throws { host = try .ofProbes() }

    private func refusal<Output>(_ body: () throws -> Output) -> String? {
        do {
            _ = try body()
            return nil
        } catch let mistake as Diagnostic {
            return mistake.render()
        } catch {
            return "\(error)"
        }
    }

    @Test("is called with values of Swift, through its aspects and through its hooks")
    func called() async throws {
        let trace = Trace()
        try host.hook("probe.add", .before) { call in trace.note("hook \(call.arguments.map(\.json)) ") }
        let add = try host.service("probe.add", taking: Int.self, Int32.self, returning: Int.self)
            .rewriting(output: { $0 * 2 })
            .cached { [$0, Int($1)] }
            .guarded { first, _ in first > 0 }
        #expect(try await add(3, 4) == 14)
        #expect(try await add(3, 4) == 14)
        #expect(await failureCode { try await add(0, 4) } == "refused")
        #expect(trace.text == "hook [\"3\", \"4\"] ")
    }

    @Test("takes and gives each kind of value")
    func kinds() async throws {
        #expect(try await host.service("probe.same_text", taking: String.self, returning: String.self)("é") == "é")
        #expect(
            try await host.service("probe.same_text", taking: String.self, returning: Value.self)("é") == .string("é"))
        #expect(try await host.service("probe.same_double", taking: Double.self, returning: Double.self)(0.1) == 0.1)
        #expect(try await host.service("probe.same_double", taking: Int.self, returning: Double.self)(3) == 3)
        #expect(
            try await host.service("probe.same_unsigned", taking: UInt64.self, returning: UInt64.self)(.max) == .max)
        #expect(try await host.service("probe.negate", taking: Bool.self, returning: Bool.self)(true) == false)
        let sum = try host.service("probe.sum_bytes", taking: [UInt8].self, Int.self, returning: UInt64.self)
        #expect(try await sum([1, 2], 2) == 3)
        #expect(try await host.service("probe.nothing", returning: String.self)() == "not null")
        try await host.service("probe.leave_errno", taking: Int32.self)(0)
        let box = try await host.service("probe.box_make", taking: Int32.self, returning: Handle.self)(5)
        #expect(try await host.service("probe.box_value", taking: Handle.self, returning: Int32.self)(box) == 5)
        try await host.service("probe.box_free", taking: Handle.self)(box)
    }

    @Test("gives what it wrote into its out-parameters to who asks for the whole result")
    func out() async throws {
        let divide = try host.service("probe.divide", taking: Int32.self, Int32.self, returning: CallResult.self)
            .logged()
        let result = try await divide(7, 2)
        #expect(result.out.map(\.name) == ["quotient", "rest"])
        #expect(result.out.map(\.value) == [3, 1])
        let refused = try await divide(7, 0)
        #expect(await failureCode { try refused.get(as: Value.self) } == "byZero")
    }

    @Test("fails with the failure of the call")
    func failing() async throws {
        let divide = try host.service("probe.divide", taking: Int32.self, Int32.self)
        await #expect(throws: Failure(code: "byZero", message: "nothing is divided by 0")) { try await divide(1, 0) }
    }

    @Test("an action that takes an event is a provider of tracking; what takes none is refused")
    func provider() async throws {
        let seen = Trace()
        let token = try host.hook("probe.tell", .before) { call in seen.note(Value.array(Array(call.arguments)).json) }
        defer { token.remove() }
        let provider = try TrackingProvider("probe.tell", of: host)
        _ = try await AnyService("shop.buy") { (name: String) in name }.tracked("bought", to: [provider])("Ada")
        let line = Value.string(#"{"label":"bought","action":"shop.buy","data":{}}"#)
        #expect(seen.text == Value.array(["bought", line]).json)
        #expect(
            refusal { try TrackingProvider("probe.add", of: host) } == """
                error: probe.add is int32_t add(int32_t a, int32_t b)
                 = it must take the event as JSON text, and may take the label as a text before that
                """)
    }

    @Test("says before the first call which type does not fit")
    func misfits() {
        #expect(
            refusal { try host.service("probe.add", taking: String.self, Int32.self, returning: Int32.self) } == """
                error: argument 1 (a) of probe.add is String, the declaration wants Int32
                 = declared: int32_t add(int32_t a, int32_t b)
                """)
        #expect(
            refusal { try host.service("probe.add", taking: Int32.self, Int32.self, returning: Int8.self) } == """
                error: the output of probe.add is Int8, the declaration wants Int32
                 = declared: int32_t add(int32_t a, int32_t b)
                """)
        #expect(
            refusal { try host.service("probe.add", taking: Int32.self, returning: Int32.self) } == """
                error: probe.add takes 2 arguments, 1 is given
                 = declared: int32_t add(int32_t a, int32_t b)
                """)
    }

    @Test("says which types would")
    func words() throws {
        let texts = [
            refusal { try host.service("probe.same_text", taking: Int.self, returning: String.self) },
            refusal { try host.service("probe.same_text", taking: (String?).self, returning: String.self) },
            refusal { try host.service("probe.same_text", taking: String.self, returning: [UInt8].self) },
            refusal { try host.service("probe.same_text", taking: String.self, returning: HostServiceTag.self) },
            refusal { try host.service("probe.same_double", taking: Bool.self, returning: Double.self) },
            refusal { try host.service("probe.same_double", taking: Double.self, returning: Float.self) },
            refusal { try host.service("probe.same_unsigned", taking: UInt.self, returning: Int.self) },
            refusal { try host.service("probe.negate", taking: Int.self, returning: Bool.self) },
            refusal { try host.service("probe.sum_bytes", taking: [Int].self, Int.self, returning: Int.self) },
            refusal { try host.service("probe.box_make", taking: Int.self, returning: Int.self) },
            refusal { try host.service("probe.leave_errno", taking: Int.self, returning: Int.self) },
        ]
        let wanted = texts.map { $0?.split(separator: "\n").first?.split(separator: "wants ").last.map(String.init) }
        #expect(
            wanted == [
                "String", "String, which is always there", "String", "String", "Double", "Double", "UInt64", "Bool",
                "[UInt8]", "Handle", "Void: it returns nothing",
            ])
    }

    @Test("an output that may be null is an optional")
    func optionals() async throws {
        let declaration = "_Ret_maybenull_ char *getenv(const char *name)"
        try host.module("c", library: "libc.so.6", declarations: [declaration])
        let variable = try host.service("c.getenv", taking: String.self, returning: (String?).self)
        #expect(try await variable("HEDDLE_NO_SUCH_VARIABLE") == nil)
        #expect(
            refusal { try host.service("c.getenv", taking: String.self, returning: String.self) }?.contains(
                "the declaration wants String?: it may be null") == true)
    }

    @Test("says that there is no such action")
    func unknown() {
        #expect(
            refusal { try host.service("probe.ad") }?.contains("no action \"ad\"") == true)
        #expect(refusal { try host.service("prob.add") }?.contains("no module \"prob\"") == true)
        #expect(
            refusal { try host.service("add") } == """
                error: "add" does not name an action
                 = write module.action
                """)
    }

    @Test("an input that is out of range fails the call, and nothing is called")
    func range() async throws {
        let small = try host.service("probe.same_small", taking: Int.self, returning: Int8.self)
        #expect(try await small(-128) == -128)
        await #expect(throws: Diagnostic.self) { try await small(128) }
    }

    @Test("is tried again only where its declaration says that it may, or where it is forced")
    func idempotence() async throws {
        let look = try host.service("probe.look_up", taking: String.self, returning: Int32.self)
        #expect(
            refusal { try look.retried() } == """
                error: retry does not fit probe.look_up: its declaration does not say that it may run twice
                 = call .idempotent() first, or set force: true
                """)
        let forced = try look.retried(attempts: 4, force: true)
        #expect(await failureCode { try await forced("nowhere") } != nil)
        #expect(forced.findings[0]["retries"] == 3)
        _ = try look.idempotent().retried()
        try host.module("m", library: "libm.so.6", declarations: ["_Idempotent_ double cos(double x)"])
        let cosine = try host.service("m.cos", taking: Double.self, returning: Double.self).logged().retried()
        #expect(try await cosine(0) == 1)
    }

    @Test("what its declaration says is secret is not logged, nor what else is named; unknown names are mistakes")
    func secrets() async throws {
        try host.module(
            "c", library: "libc.so.6", declarations: ["int strcmp(_Secret_ const char *left, const char *right)"])
        let compare = try host.service("c.strcmp", taking: String.self, String.self, returning: Int32.self)
        let log = Log()
        _ = try await compare.logged(to: log.logger)("key", "key")
        _ = try await compare.logged(to: log.logger, redacting: ["right"])("key", "key")
        #expect(
            log.lines == [
                "c.strcmp(<secret>, \"key\")", "c.strcmp returned 0", "c.strcmp(<secret>, <secret>)",
                "c.strcmp returned 0",
            ])
        #expect(
            refusal { try compare.logged(redacting: ["rihgt"]) }?.contains("takes an argument \"rihgt\"") == true)
    }
}

/// A type that no value converts to.
private struct HostServiceTag: Sendable {}
