// SPDX-License-Identifier: Apache-2.0

import CCurl
import HeddleDiagnostics

/// Files on their way: asks, follows redirects within the same origin, asks again after what may pass, and collects
/// the body up to a limit.
///
/// No file is cached and no cookie is kept. Connections are.
struct Transfer {
    let limits: Limits
    /// The `User-Agent`.
    let agent: String
    /// The certificates that are trusted instead of the system's, in PEM form.
    let roots: [UInt8]?

    static let mostRedirects = 5

    private let connections = Connections()

    init(limits: Limits, agent: String, roots: [UInt8]?) {
        self.limits = limits
        self.agent = agent
        self.roots = roots
    }

    /// A file, once it is whole.
    enum Fetched {
        case body([UInt8], EntityTag?)
        /// The file is still the one that the asker has.
        case unchanged(EntityTag)
    }

    private enum Answer {
        case file(Fetched)
        case redirect(to: String)
    }

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - tag: the version that the asker has.
    ///   - wait: how long the server may wait for another version.
    func fetch(
        _ address: Address, unless tag: EntityTag? = nil, waiting wait: Duration? = nil
    ) throws(Failure) -> Fetched {
        let deadline = Deadline(in: limits.time + (wait ?? .zero))
        var tag = tag
        var asked: [Address] = []
        var address = address
        var patience = Patience(attempts: limits.attempts, until: deadline)
        while true {
            do throws(Failure) {
                switch try ask(address, unless: tag, waiting: wait, until: deadline) {
                case .file(.unchanged(let other)) where !(tag?.matches(other) ?? true):
                    // The server says that nothing is new, and names another version than was asked about.
                    tag = nil
                case .file(let file): return file
                case .redirect(let location):
                    let target = try redirect(from: address, to: location, after: asked)
                    asked.append(address)
                    address = target
                }
            } catch {
                try patience.wait(after: error)
            }
        }
    }

    /// Sends something, once: the asker has it and knows when to try again.
    ///
    /// - Returns: the status, and the body of the answer; empty if it is longer than the limit, incomplete or packed.
    func post(
        _ body: [UInt8], type: String, _ headers: [String] = [], to address: Address
    ) throws(Failure) -> (status: Int, body: [UInt8]) {
        let deadline = Deadline(in: limits.time)
        let reception = Reception(from: address, limit: limits.bytes, for: .receipt)
        let ending = exchange(
            address, ["Content-Type: \(type)", "Accept: application/json", "Expect:"] + headers, body,
            in: deadline.left,
            into: reception)
        if let failure = reception.failure { throw failure }
        guard let head = reception.head else {
            if isLate(ending, limits.time) { throw deadline.failure(ofSendingTo: address) }
            throw failure(of: ending, whileAsking: address)
        }
        // The head says that the server took it, however the rest of the answer ends.
        let isWhole = ending.code == CURLE_OK && !head.isPacked
        return (head.status, isWhole ? reception.body : [])
    }

    private func exchange(
        _ address: Address, _ headers: [String], _ body: [UInt8]? = nil, in left: Duration, into reception: Reception
    ) -> Exchange.Ending {
        Exchange(
            url: address.url, headers: headers, body: body, agent: agent, roots: roots, time: left.inMilliseconds,
            connectTime: min(left, limits.connectTime).inMilliseconds
        ).perform(over: connections, into: .init(line: reception.take(line:), body: reception.take(body:)))
    }

    private func isLate(_ ending: Exchange.Ending, _ left: Duration) -> Bool {
        ending.code == CURLE_OPERATION_TIMEDOUT && (ending.wasConnected || left <= limits.connectTime)
    }

    private func failure(of ending: Exchange.Ending, whileAsking address: Address) -> Failure {
        Proxy(for: address.scheme).flatMap { Failure(ending, of: $0, whileAsking: address) }
            ?? Failure(ending, whileAsking: address)
    }

    private func ask(
        _ address: Address, unless tag: EntityTag?, waiting wait: Duration?, until deadline: Deadline
    ) throws(Failure) -> Answer {
        let left = deadline.left
        guard left > .zero else { throw deadline.failure(of: address) }
        let reception = Reception(from: address, limit: limits.bytes, for: .file(unless: tag?.text))
        let condition = tag.map { ["If-None-Match: \($0.text)"] } ?? []
        let preference = wait.map { ["Prefer: wait=\($0.components.seconds)"] } ?? []
        let ending = exchange(
            address, ["Accept: application/json"] + condition + preference, in: left, into: reception)

        if let failure = reception.failure { throw failure }
        if let location = reception.redirect { return .redirect(to: location) }
        guard ending.code == CURLE_OK, let head = reception.head else {
            if isLate(ending, left) { throw deadline.failure(of: address) }
            if reception.head != nil {
                throw Failure(ending, whileReading: address, received: reception.body.count)
            }
            throw failure(of: ending, whileAsking: address)
        }
        if let tag, reception.isUnchanged { return .file(.unchanged(head.entityTag ?? tag)) }
        guard reception.isUnpacked else {
            let problem = "the packed body is incomplete"
            throw Failure(.truncated, "\(address.text) broke off after \(reception.body.count) bytes: \(problem)")
        }
        try checkBody(reception.body, from: address)
        return .file(.body(reception.body, head.entityTag))
    }

    private func redirect(from current: Address, to location: String, after asked: [Address]) throws(Failure) -> Address
    {
        let target = try current.resolving(location)
        guard current.mayRedirect(to: target) else {
            throw Failure(
                .redirect, "\(current.text) redirects to another server: \(target.text)",
                suggestion: "if that is the right place, give its URL instead")
        }
        guard target != current, !asked.contains(target) else {
            throw Failure(.redirect, "\(current.text) redirects in a circle, back to \(target.text)")
        }
        guard asked.count < Self.mostRedirects else {
            throw Failure(.redirect, "\(asked[0].text) redirects more than \(Self.mostRedirects) times")
        }
        return target
    }
}
