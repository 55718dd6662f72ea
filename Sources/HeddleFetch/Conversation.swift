// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Requests and their answers, one after the other, over connections that are kept.
struct Conversation {
    private let transfer: Transfer
    private var requests: RequestReader

    init(transfer: Transfer, from file: Int32) {
        self.transfer = transfer
        requests = RequestReader(from: file)
    }

    /// Answers until the requests end.
    mutating func run(_ say: ([UInt8]) throws(HostSystem.WriteFailure) -> Void) throws {
        while let request = try requests.next() { try say(answer(to: request)) }
    }

    private func answer(to request: RequestReader.Request) -> [UInt8] {
        do throws(Failure) {
            switch request {
            case .get(let url, let tag, let wait):
                let fetched = try transfer.fetch(
                    try Address(url), unless: EntityTag(tag), waiting: wait.map { .seconds($0) })
                switch fetched {
                case .unchanged(let tag): return Array("SAME\t\(tag.text)\n".utf8)
                case .body(let bytes, let tag): return Self.taken(200, bytes, tag)
                }
            case .post(let url, let type, let headers, let body):
                let receipt = try transfer.post(body, type: type, headers, to: try Address(url))
                return Self.taken(receipt.status, receipt.body, nil)
            }
        } catch {
            let pause = error.laterPause.map { "\($0.inMillisecondsOrNone)" } ?? ""
            return Array("FAILED\t\(pause)\t\(error.status.map(String.init) ?? "")\t\(error.line)".utf8)
        }
    }

    private static func taken(_ status: Int, _ body: [UInt8], _ tag: EntityTag?) -> [UInt8] {
        Array("OK\t\(status)\t\(body.count)\t\(tag?.text ?? "")\n".utf8) + body
    }
}

extension Failure {
    /// The shortest time after which another request may succeed; nil if none will.
    ///
    /// Within one transfer fewer failures pass: no name server learns a name within seconds.
    fileprivate var laterPause: Duration? {
        if let pause { return pause }
        return [.timeout, .unreachable, .tls, .notHTTP, .truncated].contains(code) ? .zero : nil
    }
}

extension Duration {
    fileprivate var inMillisecondsOrNone: Int { self == .zero ? 0 : inMilliseconds }
}
