// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleServices
import Testing
import Workbench

@Suite("The services of the example shows", .enabled(if: BuiltModules.hasSwift))
struct ShowServiceTests {
    @Test("are decorated in Swift, as they are by the hooks of the behaviour, and only where it is said")
    func decorated() async throws {
        let host = ModuleHost(modulePath: [try BuiltModules.plugins])
        let log = Log()
        let made = Trace()
        // The page begins.
        try host.module("shows")
        let isPremium = try host.service("shows.is_premium", returning: Bool.self)

        let allShows = try host.service("shows.all_shows", returning: String.self)
            .cached()
            .logged(to: log.logger)
            .delayed(by: .milliseconds(5))
        let markShow = try host.service("shows.mark_show", taking: String.self)
            .guarded { try await isPremium() }
            .logged(to: log.logger)
        // The page ends.
        let token = try host.hook("shows.all_shows", .before) { _ in made.note("x") }
        defer { token.remove() }
        #expect(try await allShows() == "Chernobyl, Dark")
        #expect(try await allShows() == "Chernobyl, Dark")
        #expect(made.text == "x")
        #expect(await failureCode { try await markShow("Dark") } == "refused")
        try await host.service("shows.subscribe")()
        try await markShow("Dark")
        let watched = try host.service("shows.watched_episodes", taking: String.self, returning: Int.self)
        #expect(try await watched("Dark") == 26)
        #expect(
            log.lines.filter { !$0.contains("(") } == [
                #"shows.all_shows returned "Chernobyl, Dark""#, #"shows.all_shows returned "Chernobyl, Dark""#,
                "shows.mark_show failed: refused: the guard says no", "shows.mark_show returned",
            ], "\(log.lines)")
    }

    @Test("stand on the page of the documentation as they are tested")
    func page() throws {
        let page = try String(
            contentsOfFile: "\(Sources.root)/Sources/Heddle/Heddle.docc/WhereTheIdeasComeFrom.md", encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let program = source.components(separatedBy: "        // The page ")[1].components(separatedBy: "\n")
            .dropFirst().map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
        #expect(page.contains(program.joined(separator: "\n").replacing("(to: log.logger)", with: "()")))
    }
}
