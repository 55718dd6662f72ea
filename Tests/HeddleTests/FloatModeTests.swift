// SPDX-License-Identifier: Apache-2.0

import Glibc
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem
import Synchronization
import Testing
import Workbench

@Suite("The floating-point mode that native code sets is that of native code alone")
struct FloatModeTests {
    private static let source = """
        #include <fenv.h>
        int nearest(void) { return fesetround(FE_TONEAREST); }
        int upward(void) { return fesetround(FE_UPWARD); }
        int is_upward(void) { return fegetround() == FE_UPWARD; }
        double same(double x) { return x; }
        float narrow(float x) { return x; }
        double third(void) { volatile double one = 1, three = 3; return one / three; }
        double through(double (*f)(double x), double x) { double y = f(x); return y + (is_upward() ? 100 : 0); }
        /* 1 where it rounds upward behind the first callback, 100 where it does not behind the second one. */
        int interval(double (*f)(double x)) {
            fesetround(FE_UPWARD);
            f(1);
            int found = is_upward() ? 1 : 0;
            fesetround(FE_TONEAREST);
            f(1);
            return found + (is_upward() ? 0 : 100);
        }
        int is_raised(void) { return fetestexcept(FE_INEXACT) != 0; }
        int clear(void) { return feclearexcept(FE_ALL_EXCEPT); }
        #ifdef __x86_64__
        int flush(void) { __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040); return 0; }
        #ifdef FLUSHES
        __attribute__((constructor)) static void flush_at_once(void) { flush(); }
        #endif
        #endif
        """
    private static let declarations = [
        "int nearest(void)", "int upward(void)", "int is_upward(void)", "double same(double x)",
        "float narrow(float x)",
        "double third(void)", "double through(double (*f)(double x), double x)", "int is_raised(void)",
        "int clear(void)", "int interval(double (*f)(double x))",
    ]
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// What did not hold of steps.
    private func mistakes(
        _ steps: [String], by calls: CallEngine = .own, options: [String] = [], further: [String] = []
    ) throws -> [String] {
        try BuiltModules.compile(Self.source, to: "libmodes.so", flags: options + ["-lm"], in: folder)
        let declared = (Self.declarations + further).map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "modes", "declarations": [\(declared)] } },
              "steps": [\(steps.joined(separator: ", "))], "always": [{ "call": "m.nearest" }] }
            """
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let host = ModuleHost(modulePath: [folder.path], calls: calls)
        let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.mistakes
    }

    @Test("and holds for the calls behind it, as in C", arguments: CallEngine.allCases.filter(\.isAvailable))
    func staysForNativeCode(_ calls: CallEngine) throws {
        let mistakes = try mistakes(
            [
                #"{ "call": "m.upward" }"#, #"{ "call": "m.is_upward", "expect": { "result": 1 } }"#,
                #"{ "call": "m.third", "expect": { "result": 0.33333333333333337 } }"#,
                #"{ "call": "m.nearest" }"#, #"{ "call": "m.is_upward", "expect": { "result": 0 } }"#,
                #"{ "call": "m.third", "expect": { "result": 0.3333333333333333 } }"#,
            ], by: calls)
        #expect(mistakes == [])
    }

    @Test(
        "so that arguments, expectations and expressions are what the file says",
        arguments: CallEngine.allCases.filter(\.isAvailable))
    func staysOutOfVerdicts(_ calls: CallEngine) throws {
        let mistakes = try mistakes(
            [
                #"{ "call": "m.upward" }"#, #"{ "call": "m.same", "with": [0.1], "expect": { "result": 0.1 } }"#,
                #"{ "call": "m.same", "with": [1e23], "save": "x", "expect": { "result": 1e23 } }"#,
                #"{ "call": "m.narrow", "with": [0.1], "expect": { "result": 0.1 } }"#,
                #"{ "call": "m.same", "with": [{ "expression": "1.0 / 3.0" }], "expect": { "result": 0.3333333333333333 } }"#,
                #"{ "call": "m.same", "with": [{ "ref": "x" }], "expect": { "result": { "near": [1e23, 0] } } }"#,
            ], by: calls)
        #expect(mistakes == [])
    }

    @Test(
        "and not that of callbacks, behind which native code has its own again",
        arguments: CallEngine.allCases.filter(\.isAvailable))
    func callbacks(_ calls: CallEngine) throws {
        let call =
            #"{ "call": "m.through", "with": [{ "callback": { "compute": "x / 3" } }, 1], "expect": { "result": "#
        let mistakes = try mistakes(
            [
                #"{ "call": "m.upward" }"#,
                // The sum is native code's, and rounded as that rounds.
                call + "100.33333333333334 } }", #"{ "call": "m.is_upward", "expect": { "result": 1 } }"#,
                #"{ "call": "m.nearest" }"#, call + "0.3333333333333333 } }",
            ], by: calls)
        #expect(mistakes == [])
    }

    @Test(
        "and native code that has gone back to the mode of the host between two callbacks stays in it",
        arguments: CallEngine.allCases.filter(\.isAvailable))
    func betweenCallbacks(_ calls: CallEngine) throws {
        let mistakes = try mistakes(
            [
                #"{ "call": "m.interval", "with": [{ "callback": { "compute": "x / 3" } }], "expect": { "result": 101 } }"#,
                #"{ "call": "m.is_upward", "expect": { "result": 0 } }"#,
                #"{ "call": "m.upward" }"#,
                #"{ "call": "m.interval", "with": [{ "callback": { "compute": "x / 3" } }], "expect": { "result": 101 } }"#,
            ], by: calls)
        #expect(mistakes == [])
    }

    @Test("and the exceptions that were raised stay as native code has left them")
    func exceptions() throws {
        let mistakes = try mistakes([
            #"{ "call": "m.upward" }"#, #"{ "call": "m.clear" }"#,
            #"{ "call": "m.is_raised", "expect": { "result": 0 } }"#, #"{ "call": "m.third" }"#,
            #"{ "call": "m.is_raised", "expect": { "result": 1 } }"#,
        ])
        #expect(mistakes == [])
    }

    @Test("and what is compared and computed raises none of them", arguments: CallEngine.allCases.filter(\.isAvailable))
    func unraised(_ calls: CallEngine) throws {
        let mistakes = try mistakes(
            [
                #"{ "call": "m.clear" }"#,
                #"{ "call": "m.same", "with": [0.3], "expect": { "result": { "near": [0.1, { "absolute": 0.21 }] } } }"#,
                #"{ "call": "m.through", "with": [{ "callback": { "compute": "x / 3" } }, 0] }"#,
                #"{ "call": "m.is_raised", "expect": { "result": 0 } }"#,
                #"{ "call": "m.third" }"#, #"{ "call": "m.is_raised", "expect": { "result": 1 } }"#,
                #"{ "call": "m.clear" }"#, #"{ "call": "m.is_raised", "expect": { "result": 0 } }"#,
            ], by: calls)
        #expect(mistakes == [])
    }

    @Test(
        "A program that calls actions itself has one mode with them, as in C, with callbacks too",
        arguments: CallEngine.allCases.filter(\.isAvailable))
    func ownMode(_ calls: CallEngine) throws {
        let host = try host(by: calls)
        let results = try onOwnThread {
            _ = fesetround(Self.upward)
            return try (0..<3).map { _ in "\(try through(host)) \(fegetround() == Self.upward)" }
        }
        #expect(results == Array(repeating: "102.0 true", count: 3))
    }

    @Test(
        "and where a run has set another one, each has its own behind each call and callback",
        arguments: CallEngine.allCases.filter(\.isAvailable))
    func twoModes(_ calls: CallEngine) throws {
        let host = try host(by: calls)
        let results = try onOwnThread {
            let text = #"""
                { "behaviour": 1, "modules": { "n": { "library": "modes", "declarations": ["int upward(void)"] } },
                  "steps": [{ "call": "n.upward" }] }
                """#
            let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
            _ = Run(plan, on: host, events: EventStream(to: []))()
            var results = [String]()
            for mode in [Self.downward, 0, Self.downward] {
                _ = fesetround(mode)
                results.append("\(try through(host)) \(fegetround() == mode)")
            }
            return results
        }
        #expect(results == Array(repeating: "102.0 true", count: 3))
    }

    #if arch(x86_64)
        private static let (upward, downward): (Int32, Int32) = (0x800, 0x400)
    #elseif arch(arm64)
        private static let (upward, downward): (Int32, Int32) = (0x40_0000, 0x80_0000)
    #endif

    private func host(by calls: CallEngine) throws -> ModuleHost {
        try BuiltModules.compile(Self.source, to: "libmodes.so", flags: ["-lm"], in: folder)
        let host = ModuleHost(modulePath: [folder.path], calls: calls)
        try host.module("m", library: "modes", declarations: Self.declarations)
        return host
    }

    /// 2 from a callback, and 100 if native code rounds upward behind it.
    private func through(_ host: ModuleHost) throws -> Double {
        try host.call("m.through", Value.object([.init("callback", .object([.init("returns", 2)]))]), 1.0)
    }

    /// The result of what another thread runs, which has the initial mode as it begins.
    private func onOwnThread(_ body: @escaping @Sendable () throws -> [String]) throws -> [String] {
        let results = Mutex<Result<[String], any Error>>(.success([]))
        #expect(DetachedThread.runToEnd { results.withLock { $0 = Result { try body() } } })
        return try results.withLock { try $0.get() }
    }

    #if arch(x86_64)
        private static let denormals = [
            #"{ "call": "m.same", "with": [5e-324], "expect": { "result": { "gt": 0 } } }"#,
            #"{ "call": "m.same", "with": [5e-324], "expect": { "result": { "ne": 0 } } }"#,
            #"{ "call": "m.same", "with": [5e-324], "expect": { "result": 5e-324 } }"#,
            #"{ "call": "m.same", "with": [{ "expression": "5e-324 > 0 ? 1.0 : 0.0" }], "expect": { "result": 1 } }"#,
        ]

        @Test("where it takes denormal numbers for 0")
        func denormals() throws {
            let mistakes = try mistakes([#"{ "call": "m.flush" }"#] + Self.denormals, further: ["int flush(void)"])
            #expect(mistakes == [])
        }

        @Test("where a library changes it as it is loaded, as -ffast-math has it do")
        func constructor() throws {
            #expect(try mistakes(Self.denormals, options: ["-DFLUSHES"]) == [])
        }
    #endif
}
