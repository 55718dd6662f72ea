// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workbench

/// A record of a module's description, read as the contract says and by nothing of Heddle's own.
struct Record: Hashable, CustomStringConvertible {
    let kind: UInt16
    let text: String
    let value: UInt32

    init(_ kind: UInt16, _ text: String, value: UInt32 = 0) {
        self.kind = kind
        self.text = text
        self.value = value
    }

    var description: String { "\(kind) \(value) \(text)" }

    /// The mistakes of a description.
    struct Malformed: Error {
        let offset: Int
        let problem: String
    }

    /// The records of an ELF file, in their order and with those that stand twice.
    static func read(from path: String) throws -> [Record] {
        let section = try ScratchFolder()
        try Tool.succeed(["objcopy", "-O", "binary", "--only-section=.heddle", path, section("records")])
        return try records(in: [UInt8](Data(contentsOf: URL(filePath: section("records")))))
    }

    private static func records(in bytes: [UInt8]) throws -> [Record] {
        var records: [Record] = []
        var offset = 0
        while offset + 8 <= bytes.count {
            if bytes[offset..<offset + 8].allSatisfy({ $0 == 0 }) {
                offset += 8
            } else {
                let (record, size) = try record(in: bytes, at: offset)
                records.append(record)
                offset += (size + 7) / 8 * 8
            }
        }
        return records
    }

    private static func record(in bytes: [UInt8], at offset: Int) throws -> (Record, size: Int) {
        func number(_ place: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(bytes[offset + place + $1]) << (8 * $1) }
        }
        guard offset + 16 <= bytes.count, number(0, 4) == 0x4C44_4548 else {
            throw Malformed(offset: offset, problem: "no magic number")
        }
        let end = offset + 16 + number(8, 4)
        guard end <= bytes.count, bytes[end - 1] == 0, (1...5).contains(number(6, 2)) else {
            throw Malformed(offset: offset, problem: "no end, or another contract")
        }
        let text = String(decoding: bytes[offset + 16..<end - 1], as: UTF8.self)
        return (Record(UInt16(number(4, 2)), text, value: UInt32(number(12, 4))), end - offset)
    }
}
