// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The example modules", .enabled(if: Tool.isInstalled("cmake") && Tool.isInstalled("ninja")), .builtPlugins)
struct PluginTests {
    @Test(
        "the first and the second say what they always said",
        arguments: [
            ("GenericProtocol.MyFirstModule", "Hello My name is MyFirstModule\nGoodBye My name was MyFirstModule\n"),
            (
                "GenericProtocol.MySecondModule",
                "What's up? My name is MySecondModule\nSee you, My name was MySecondModule\n"
            ),
        ])
    func speak(name: String, said: String) throws {
        let loader = try BuiltPlugins.host("loader", in: ScratchFolder())
        #expect(try Tool.succeed([loader.path, BuiltPlugins.module(name), "sayHello", "sayGoodBye"]) == said)
    }

    @Test("the auditor's hooks refuse, time, repeat and count")
    func hooks() throws {
        let host = try BuiltPlugins.host("hooks", with: "auditor/auditor.c", in: ScratchFolder())
        let expected = """
            check_name(Ada)
            check_name()
            failed emptyName: the name is empty
            check_name(null)
            state is kept
            log 1: greeter.greet took
            state is null
            log 1: greeter.greet was not timed
            state is null
            proceeded 2 times
            proceeded 1 times
            noted 2

            """
        #expect(try Tool.succeed([host.path]) == expected)
    }

    @Test("the greeter's instances keep to their own configurations")
    func instances() throws {
        let host = try BuiltPlugins.host("instances", with: "greeter/greeter.c", in: ScratchFolder())
        let expected = """
            Hello, Ada
            Good evening, Grace
            Hello, a much longer name than the one before, so that the text has to move
            failed emptyGreeting: the greeting is empty: give it a text, or leave it out for "Hello"
            null

            """
        #expect(try Tool.succeed([host.path]) == expected)
    }

    @Test("every module shows its actions and heddle_attach, nothing else")
    func exports() throws {
        for (name, actions) in [
            ("GenericProtocol.MyFirstModule", ["sayHello", "sayGoodBye"]),
            ("GenericProtocol.MySecondModule", ["sayHello", "sayGoodBye"]),
            ("GenericProtocol.MyThirdModule", ["open_url"]),
            ("auditor", ["check_name", "stopwatch", "twice", "note_crc", "noted"]),
            ("greeter", ["greeter_create", "greeter_destroy", "greet"]),
            (
                "screens",
                [
                    "screen_create", "screen_destroy", "show", "screen_name", "log_in", "log_out", "press_share",
                ]
            ),
            ("analytics", ["record", "recorded"]),
            ("navigation", ["main_flow", "screen", "screen_name", "journey_step", "introduce"]),
            ("account", ["account_create", "account_destroy", "deposit", "withdraw", "fee", "balance", "transaction"]),
            ("security", ["sign_in", "sign_out", "check_permission"]),
            (
                "shows",
                [
                    "all_shows", "all_episodes", "watched_episodes", "is_premium", "mark_episode", "mark_show",
                    "subscribe",
                ]
            ),
        ] {
            let symbols = try Tool.exportedSymbols(of: BuiltPlugins.module(name))
            #expect(symbols == Set(actions + ["heddle_attach"]))
        }
    }
}
