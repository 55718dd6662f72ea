// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("A diagnostic code")
struct DiagnosticCodeTests {
    @Test("is printed as no other is, and found again by its text")
    func texts() {
        let texts = DiagnosticCode.allCases.map(\.description)
        #expect(Set(texts).count == texts.count)
        #expect(texts.map(DiagnosticCode.init) == DiagnosticCode.allCases)
        #expect(DiagnosticCode("json.sintax") == nil)
    }

    @Test("belongs to the area that lists it", arguments: DiagnosticCode.Area.allCases)
    func areas(area: DiagnosticCode.Area) {
        #expect(!area.codes.isEmpty)
        #expect(area.codes.allSatisfy { $0.area == area })
    }
}
