// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleServe

@Suite("The colours of the status page")
struct StatusPageColourTests {
    @Test("are there for each state of a behaviour, and for each ending of a run")
    func colours() throws {
        let style = try #require(StatusPage.html.split(separator: "<style>").last?.split(separator: "</style>").first)
        let coloured = style.matches(of: /([^{}]*)\{ color: #/)
            .flatMap { $0.1.split(whereSeparator: { ", \n".contains($0) }) }.map(String.init)
        for word in BehaviourStatus.State.allCases.map(\.rawValue)
            + RunEnding.allCases.map(\.rawValue)
        {
            #expect(coloured.contains(".\(word)"), "\(word)")
        }
    }
}
