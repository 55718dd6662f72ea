// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// One file on its way: asks, follows redirects within the same origin, and collects the body up to a limit.
///
/// Nothing is cached and no cookie is kept.
struct Transfer {
    /// The longest body that is accepted, in bytes.
    let limit: Int
    /// The `User-Agent`.
    let agent: String

    static let mostRedirects = 5

    /// The body, once it is whole.
    func fetch(_ address: Address, within time: Duration, connecting connectTime: Duration) async throws -> [UInt8] {
        let configuration = try HTTPClient.Configuration.careful(connecting: min(time, connectTime))
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await deadline(of: time, for: address) { try await follow(address, after: [], with: client) }
        }
    }

    private func follow(_ address: Address, after asked: [Address], with client: HTTPClient) async throws -> [UInt8] {
        let response = try await ask(address, with: client)
        guard let location = response.redirect else { return try await body(of: response, from: address) }
        let target = try redirect(from: address, to: location, after: asked)
        return try await follow(target, after: asked + [address], with: client)
    }

    private func ask(_ address: Address, with client: HTTPClient) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: address.text)
        // A connection that is kept for the next redirect may be closed by the server at that very moment.
        request.headers = [
            "Accept": "application/json", "Accept-Encoding": "identity", "Connection": "close", "User-Agent": agent,
        ]
        do {
            return try await client.execute(request, deadline: .distantFuture)
        } catch {
            throw Failure(error, whileAsking: address)
        }
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

    private func body(of response: HTTPClientResponse, from address: Address) async throws -> [UInt8] {
        try response.checkHead(from: address, limit: limit)
        var bytes: [UInt8] = []
        do {
            for try await chunk in response.body {
                bytes.append(contentsOf: chunk.readableBytesView)
                guard bytes.count <= limit else { throw Failure.tooLarge(address, limit: limit) }
            }
        } catch {
            throw Failure(error, whileReading: address, received: bytes.count)
        }
        try checkBody(bytes, from: address)
        return bytes
    }
}
