// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

extension Bench {
    /// Records a behaviour, and holds the recording against what every recording is: right, green at once, and the same
    /// when it is recorded in its turn.
    ///
    /// - Returns: the recording.
    func recording(of behaviour: String, _ options: String...) throws -> String {
        try folder.write("stack.json", behaviour)
        let program = try Program.built("heddle")
        let ended = try program.run(
            ["record", "-m", modules, "stack.json", "-o", "recorded.json"] + options, in: folder.path)
        try #require(ended.status == 0, "\(ended.errors)")
        try expectSound("recorded.json")
        return try #require(folder.text(of: "recorded.json"))
    }

    /// Expects that a recording is right, green and stable.
    func expectSound(_ file: String) throws {
        let check = try heddle("check", "-m", modules, file)
        #expect(check.status == 0, "\(check.errors)")
        let run = try heddle("run", "-m", modules, file)
        #expect(run.status == 0, "\(run.errors)")
        let test = try heddle("test", "-m", modules, file)
        #expect([0, 7].contains(test.status), "\(test.errors)")
        let again = try heddle("record", "-m", modules, file, "-o", file + ".again")
        #expect(folder.text(of: file + ".again") == folder.text(of: file), "\(again.errors)")
    }
}
