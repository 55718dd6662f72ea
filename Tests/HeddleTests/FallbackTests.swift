// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Heddle
import Testing

@Suite("A host's fallback")
struct FallbackTests {
    private let bench: Bench

    init() throws { bench = try Bench("probe") }

    @Test("answers calls of what no module has, and no others")
    func answers() throws {
        bench.host.setFallback { name, arguments in
            if arguments.isEmpty { throw Failure(code: "unknown", message: "\(name)") }
            return .array(arguments)
        }
        let missing: Value = try bench.host.call("probe.none", 1, "a")
        #expect(missing == [1, "a"])
        let unknown: CallResult = try bench.host.call("other.add")
        #expect(unknown.failure?.message == "other.add")
        #expect(try bench.call("add", 1, 2).result == 3)
        #expect(message { try bench.host.call("probe.add", 1) } == "probe.add takes 2 arguments, 1 is given")
        bench.host.setFallback(nil)
        #expect(message { try bench.host.call("other.add") } == "there is no module \"other\"")
    }
}
