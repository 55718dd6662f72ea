// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite(
    "The module in Swift",
    .enabled(if: Tool.isInstalled("cmake") && Tool.isInstalled("ninja") && Tool.isInstalled("swiftc")), .builtPlugins)
struct OpenerTests {
    private let folder: ScratchFolder
    private let loader: String

    init() throws {
        folder = try ScratchFolder()
        loader = try BuiltPlugins.host("loader", in: folder).path
    }

    /// Opens an address with what stands in the folder as the whole PATH.
    private func open(_ address: String) throws -> String {
        let module = try BuiltPlugins.module("GenericProtocol.MyThirdModule")
        return try Tool.succeed(["PATH=\(folder.path)", loader, module, "open_url=\(address)"])
    }

    @Test("describes its action under the name that it always had")
    func description() throws {
        let records = try Record.read(from: BuiltPlugins.module("GenericProtocol.MyThirdModule"))
        #expect(
            Set(records) == [
                Record(1, "GenericProtocol.MyThirdModule\n1.0.0"),
                Record(2, "openUrlWithUrl:\nvoid open_url(const char *url)"),
                Record(7, "heddle.host"),
            ])
        #expect(records.count == 3)
    }

    @Test(
        "hands a web address to the desktop's opener, as one word that no shell reads",
        arguments: ["https://eleven-labs.com/", "http://localhost:8080/?a=1&b=$(id);'c'#d", "HTTPS://example.org/é"])
    func opens(address: String) throws {
        let opener = try RecordingOpener(in: folder)
        #expect(try open(address) == "")
        #expect(opener.opened == "1\n\(address)\n")
    }

    @Test("fails the call where there is no opener")
    func noOpener() throws {
        #expect(
            try open("https://eleven-labs.com/")
                == "failed noOpener: there is no desktop opener (xdg-open) on this machine to open "
                + "https://eleven-labs.com/ with\n")
    }

    @Test(
        "fails the call when the opener fails",
        arguments: [("exit 4", "ended with status 4"), ("kill -9 $$", "ended by signal 9")])
    func openerFails(ending: String, reason: String) throws {
        try RecordingOpener(in: folder).end(by: ending)
        let output = try open("https://eleven-labs.com/")
        #expect(output.hasPrefix("failed openerFailed: xdg-open https://eleven-labs.com/"))
        #expect(output.hasSuffix(reason + "\n"))
    }

    @Test(
        "opens nothing but web addresses",
        arguments: [
            "", "eleven-labs.com", "file:///etc/passwd", "ftp://eleven-labs.com/", "javascript:alert(1)", "-h",
            "https:",
            "https://", "https://a b", "https://a\nb", "https://a\"b", " https://a", "https://a`b`",
        ])
    func refuses(address: String) throws {
        let opener = try RecordingOpener(in: folder)
        #expect(
            try open(address)
                == "failed notAURL: \"\(address)\" is not opened: it is not a whole http:// or https:// address\n")
        #expect(opener.opened == "")
    }
}
