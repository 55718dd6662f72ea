// SPDX-License-Identifier: Apache-2.0

import CCurl
import HeddleDiagnostics

/// One file on its way: asks, follows redirects within the same origin, asks again after what may pass, and collects
/// the body up to a limit.
///
/// Nothing is cached and no cookie is kept.
struct Transfer {
    let limits: Limits
    /// The `User-Agent`.
    let agent: String
    /// The certificates that are trusted instead of the system's, in PEM form.
    let roots: [UInt8]?

    static let mostRedirects = 5

    private enum Answer {
        case body([UInt8])
        case redirect(to: String)
    }

    /// The body, once it is whole.
    func fetch(_ address: Address) throws(Failure) -> [UInt8] {
        let deadline = Deadline(in: limits.time)
        var asked: [Address] = []
        var address = address
        var patience = Patience(attempts: limits.attempts, until: deadline)
        while true {
            do throws(Failure) {
                switch try ask(address, until: deadline) {
                case .body(let bytes): return bytes
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

    private func ask(_ address: Address, until deadline: Deadline) throws(Failure) -> Answer {
        let left = deadline.left
        guard left > .zero else { throw deadline.failure(of: address) }
        let reception = Reception(from: address, limit: limits.bytes)
        // Each request has a connection of its own: libcurl's are gone with its handle.
        let ending = Exchange(
            url: address.url, agent: agent, roots: roots, time: left.inMilliseconds,
            connectTime: min(left, limits.connectTime).inMilliseconds
        ).perform(into: .init(line: reception.take(line:), body: reception.take(body:)))

        if let failure = reception.failure { throw failure }
        if let location = reception.redirect { return .redirect(to: location) }
        guard ending.code == CURLE_OK, reception.head != nil else {
            let isLate = ending.code == CURLE_OPERATION_TIMEDOUT && (ending.wasConnected || left <= limits.connectTime)
            if isLate { throw deadline.failure(of: address) }
            if reception.head != nil {
                throw Failure(ending, whileReading: address, received: reception.body.count)
            }
            let ofProxy = Proxy(for: address.scheme).flatMap { Failure(ending, of: $0, whileAsking: address) }
            throw ofProxy ?? Failure(ending, whileAsking: address)
        }
        guard reception.isUnpacked else {
            let problem = "the packed body is incomplete"
            throw Failure(.truncated, "\(address.text) broke off after \(reception.body.count) bytes: \(problem)")
        }
        try checkBody(reception.body, from: address)
        return .body(reception.body)
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
