// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleSystem

@Suite("The bytes that native code has written")
struct WrittenBytesTests {
    @Test("grow by what is written past Heddle's own count")
    func native() throws {
        let before = try #require(WrittenBytes.ofNativeCode)
        let file = try System.open("/dev/null", .forWriting)
        defer { System.close(file) }
        try System.write([UInt8](repeating: 0, count: 1 << 20), to: file)
        #expect(try #require(WrittenBytes.ofNativeCode) >= before + 1 << 20)
    }
}
