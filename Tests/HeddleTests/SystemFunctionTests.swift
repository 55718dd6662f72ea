// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing

@Suite("The functions of the system's libraries that need no declarations")
struct SystemFunctionTests {
    @Test("can all be read, each when it is asked for", arguments: [("libc.so.6", 900), ("libm.so.6", 280)])
    func reading(library: String, least: Int) throws {
        let module = try ModuleHost().module("m", library: library)
        let names = module.callableNames
        #expect(names.count > least)
        for name in names { #expect(module.signature(of: name) != nil, "\(name)") }
    }
}
