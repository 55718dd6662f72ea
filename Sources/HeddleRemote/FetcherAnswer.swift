// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Subprocess

/// The answer of a fetcher that stays.
enum FetcherAnswer: Sendable {
    case taken(status: Int, body: [UInt8], etag: String?)
    case same(etag: String)
    case failed(RemoteFailure)
}

/// The answers of a fetcher that stays, read from its output. The output is not trusted.
struct FetcherAnswers {
    /// The output is none that the real one gives.
    struct Malformed: Error {
        let reason: String
    }

    private static let longestLine = 16 << 10

    private var output: SubprocessOutputSequence.Iterator
    private let limit: Int
    private var bytes: [UInt8] = []

    /// - Parameter limit: the longest body.
    init(_ output: SubprocessOutputSequence, limit: Int) {
        self.output = output.makeAsyncIterator()
        self.limit = limit
    }

    /// The next answer; nil at the end.
    mutating func next() async throws -> FetcherAnswer? {
        guard let line = try await line() else { return nil }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        switch (fields.first, fields.count) {
        case ("OK", 4):
            guard let status = Int(fields[1]), (200...299).contains(status), let length = Int(fields[2]),
                (0...limit).contains(length)
            else { break }
            guard let body = try await body(length) else { return nil }
            return .taken(status: status, body: body, etag: fields[3].isEmpty ? nil : fields[3])
        case ("SAME", 2) where !fields[1].isEmpty: return .same(etag: fields[1])
        case ("FAILED", 5...6):
            guard let code = DiagnosticCode.Source(rawValue: fields[3]), !fields[4].isEmpty else { break }
            let advice = fields.count > 5 ? fields[5].visible : nil
            return .failed(
                RemoteFailure(
                    Diagnostic(source: code, fields[4].visible, suggestion: advice), status: Int(fields[2]),
                    pause: Int64(fields[1]).map { .milliseconds($0) }))
        default: break
        }
        throw Malformed(reason: "a line of its output is no answer")
    }

    private mutating func line() async throws -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            guard bytes.count <= Self.longestLine else { throw Malformed(reason: "it wrote an endless line") }
            guard try await readOn() else { return nil }
        }
    }

    private mutating func body(_ length: Int) async throws -> [UInt8]? {
        while bytes.count < length {
            guard try await readOn() else { return nil }
        }
        defer { bytes.removeFirst(length) }
        return Array(bytes[..<length])
    }

    /// False at the end.
    private mutating func readOn() async throws -> Bool {
        guard let piece = try await output.next() else { return false }
        bytes += try BytesOutput.bytes(limit: .max).output(from: piece.bytes)
        return true
    }
}
