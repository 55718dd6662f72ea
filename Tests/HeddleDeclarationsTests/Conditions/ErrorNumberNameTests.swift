// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("The numbers of errno")
struct ErrorNumberNameTests {
    @Test("have the names that the C library gives them", arguments: Compiler.installed)
    func names(compiler: Compiler) {
        let output = compiler.output(
            of: """
                #define _GNU_SOURCE
                #include <stdio.h>
                #include <string.h>
                int main(void) {
                    for (int n = 1; n < 4096; n++) if (strerrorname_np(n)) printf("%d %s\\n", n, strerrorname_np(n));
                }
                """)
        let known = (Int32(1)..<4096).compactMap { number in ErrorNumbers.name(of: number).map { "\(number) \($0)\n" } }
        #expect(known.count > 100)
        #expect(known.joined() == output)
    }

    @Test("are shown with their names, where they have some")
    func texts() {
        #expect(ErrorNumbers.text(of: 2) == "2 (ENOENT)")
        for number: Int32 in [0, -1, 41, 134, .max, .min] { #expect(ErrorNumbers.text(of: number) == "\(number)") }
    }
}
