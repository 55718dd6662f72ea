// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign
import Foundation
import Heddle
import Testing
import Workbench

@Suite("A module file that is cut off or damaged")
struct TruncationTests {
    private let folder: ScratchFolder
    private let whole: Data
    private var path: String { folder("module.so") }

    init() throws {
        folder = try ScratchFolder()
        whole = try Data(contentsOf: URL(filePath: "\(BuiltModules.plugins)/GenericProtocol.MyFirstModule.so"))
    }

    @Test("At every length it is refused, with a reason that names the file")
    func everyLength() throws {
        #expect(try LibraryFile(path: folder.write("module.so", whole)).functions.contains("sayHello"))
        let file = try #require(FileHandle(forWritingAtPath: path))
        for length in (0..<whole.count).reversed() {
            try file.truncate(atOffset: UInt64(length))
            let refusal = message { _ = try LibraryFile(path: path) }
            #expect(
                refusal?.hasPrefix("the module \(path) cannot be loaded: ") == true, "cut off after \(length) bytes")
        }
    }

    @Test("So it is by a host")
    func host() throws {
        for length in stride(from: 0, to: whole.count, by: 211) {
            try folder.write("module.so", whole.prefix(length))
            #expect(message { try ModuleHost().module("cut", library: path) } != nil)
        }
    }

    @Test("With any byte of its headers or its description changed it is refused or shown, and never ends the process")
    func damaged() throws {
        for place in Array(0..<512) + Array(stride(from: 512, to: whole.count, by: 31)) {
            for byte in [UInt8(0x7F), 0xFF] {
                var bytes = whole
                bytes[place] = byte
                try folder.write("module.so", bytes)
                do {
                    _ = try LibraryFile(path: path).functions
                } catch {
                    #expect(error.all.allSatisfy { $0.subject == .module && $0.message.contains(path) })
                }
            }
        }
    }
}
