// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import Foundation
import HeddleDeclarations
import HeddleTelemetry

/// Answers the requests of operators.
///
/// | request | answer |
/// |---|---|
/// | `GET /` | the status page, which loads its data from the other paths |
/// | `GET /status` | the status of the host and of all behaviours |
/// | `GET /health` | 200 if every behaviour is ready or stale, otherwise 503 |
/// | `GET /metrics` | Prometheus' text |
/// | `GET /behaviours/NAME` | the status of one |
/// | `GET /behaviours/NAME/plan` | its calls with their hooks, a line of JSON each |
/// | `GET /behaviours/NAME/calls` | how often each action was called, and how long that took |
/// | `GET /behaviours/NAME/calls/recent` | its latest calls, a line of JSON each |
/// | `GET /behaviours/NAME/calls/live` | the same, and further ones as they happen |
/// | `GET /calls/live` | those of all behaviours |
/// | `PUT /behaviours/NAME/added/KEY` | adds the hooks of a behaviour file to it |
/// | `DELETE /behaviours/NAME/added/KEY` | takes them away again |
/// | `POST /behaviours/NAME/run` | runs it, and answers at the end of the run |
/// | `POST /behaviours/NAME/refresh` | asks its source now |
struct ControlHandler: HTTPHandler {
    /// The size of the largest body of a request, in bytes.
    private static let largestBody = 1 << 20

    let supervisor: Supervisor
    let host: ServeHost
    /// Those who look on at calls.
    let audience: Audience
    /// Those who are connected.
    let clients: Clients
    /// The token that requests must show; nil where the permissions of the socket say who may ask.
    let token: String?

    init(
        _ supervisor: Supervisor, host: ServeHost, audience: Audience, clients: Clients, token: String? = nil
    ) {
        (self.supervisor, self.host, self.audience, self.token) = (supervisor, host, audience, token)
        self.clients = clients
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.path.split(separator: "/").map(String.init)
        // The page holds no data: it asks for that, with the token.
        if path.isEmpty { return only(.GET, request) ?? page }
        guard isAllowed(request) else {
            return answer(.unauthorized, error: "the token is missing or wrong", ["WWW-Authenticate": "Bearer"])
        }
        switch path.count {
        case 1: return await answer(path[0], request)
        case 2 where path == ["calls", "live"]: return only(.GET, request) ?? live(nil)
        case 2 where path[0] == "behaviours": return await answer(of: path[1], "", request)
        case 3 where path[0] == "behaviours": return await answer(of: path[1], path[2], request)
        case 4 where path[0] == "behaviours" && path[2] == "added":
            return try await change(path[1], adding: path[3], request)
        case 4 where path[0] == "behaviours" && path[2] == "calls":
            return await answer(of: path[1], "calls/\(path[3])", request)
        default: return missing(request)
        }
    }

    // MARK: The host

    private func answer(_ word: String, _ request: HTTPRequest) async -> HTTPResponse {
        switch word {
        case "status", "health", "metrics":
            if let refusal = only(.GET, request) { return refusal }
            let statuses = await supervisor.statuses
            switch word {
            case "status":
                return answer(.ok, HostStatus(host: host.name, began: host.began, behaviours: statuses).value)
            case "health": return health(statuses)
            // Prometheus 3 refuses any other type.
            default: return answer(.ok, host.metrics.text(statuses), type: "text/plain; version=0.0.4; charset=utf-8")
            }
        default: return missing(request)
        }
    }

    private func health(_ statuses: [BehaviourStatus]) -> HTTPResponse {
        let ill = statuses.filter { ![.ready, .stale].contains($0.state) }
        let members = ill.map { Value.Member($0.name, .string($0.state.rawValue)) }
        return answer(ill.isEmpty ? .ok : .serviceUnavailable, .object([.init("ill", .object(members))]))
    }

    // MARK: A behaviour

    private func answer(of name: String, _ word: String, _ request: HTTPRequest) async -> HTTPResponse {
        guard let behaviour = await supervisor.behaviour(name) else {
            return answer(.notFound, error: "there is no behaviour \"\(name)\"")
        }
        if let refusal = only(["run", "refresh"].contains(word) ? .POST : .GET, request) { return refusal }
        switch word {
        case "": return answer(.ok, await behaviour.status.value)
        case "plan":
            guard let lines = await behaviour.listing() else {
                return answer(.serviceUnavailable, error: "no version of \"\(name)\" is active")
            }
            return answer(.ok, lines.map { $0 + "\n" }.joined(), type: Self.lines)
        case "calls": return answer(.ok, calls(of: name))
        case "calls/recent": return answer(.ok, recent(behaviour), type: Self.lines)
        case "calls/live": return live(name)
        case "run":
            let wish = self.request(request)
            return answer(.ok, await clients.work(for: client(of: request)) { await behaviour.run(wish) }.value)
        case "refresh": return answer(.ok, await supervisor.refresh(name)?.value ?? .null)
        default: return missing(request)
        }
    }

    private func change(_ name: String, adding key: String, _ request: HTTPRequest) async throws -> HTTPResponse {
        guard let behaviour = await supervisor.behaviour(name) else {
            return answer(.notFound, error: "there is no behaviour \"\(name)\"")
        }
        switch request.method {
        case .PUT: break
        case .DELETE:
            guard await behaviour.additions.contains(key) else {
                return answer(.notFound, error: "nothing was added to \"\(name)\" as \"\(key)\"")
            }
        default:
            let words = "\(request.path) wants PUT or DELETE"
            return answer(.methodNotAllowed, error: words, ["Allow": "PUT, DELETE"])
        }
        let length = request.headers[.contentLength].flatMap { Int($0) }
        guard request.method == .DELETE || length.map({ $0 <= Self.largestBody }) == true else {
            let words = "a body of at most \(Self.largestBody) bytes with its length is wanted"
            return answer(.payloadTooLarge, error: words)
        }
        let text = request.method == .PUT ? try await Array(request.bodyData) : nil
        guard let found = await clients.work(for: client(of: request), { await behaviour.add(text, named: key) })
        else {
            let words = "nothing has changed: the connection was closed while the change waited for the end of a run"
            return answer(.serviceUnavailable, error: words)
        }
        if found.isEmpty { return answer(.ok, await behaviour.status.value) }
        return answer(
            HTTPStatusCode(422, phrase: "Unprocessable Content"), .object([.init("diagnostics", .array(found))]))
    }

    /// The number of the client that has sent a request; nil for one that never goes.
    private func client(of request: HTTPRequest) -> Int? {
        request.headers[HTTPHeader(Clients.header)].flatMap { Int($0) }
    }

    /// The wish for a run, with the caller's place in a trace.
    private func request(_ request: HTTPRequest) -> ServedBehaviour.Request {
        let parent = request.headers[HTTPHeader("traceparent")].flatMap {
            TraceContext(parent: $0, state: request.headers[HTTPHeader("tracestate")])
        }
        return ServedBehaviour.Request(cause: "request", parent: parent)
    }

    private func calls(of name: String) -> Value {
        .array(
            host.metrics.actions(of: name).map { action in
                .object([
                    .init("action", .string(action.action)), .init("calls", .int(Int(action.calls))),
                    .init("failed", .int(Int(action.failed))), .init("averageNs", .int(Int(action.average))),
                ])
            })
    }

    private func recent(_ behaviour: ServedBehaviour) -> String {
        let name = behaviour.entry.name
        return String(decoding: behaviour.recentCalls.calls(from: nil, of: name).lines(of: name), as: UTF8.self)
    }

    /// Calls as they happen, of one behaviour or of all.
    private func live(_ name: String?) -> HTTPResponse {
        guard let seat = audience.seat() else {
            return answer(.serviceUnavailable, error: "\(Audience.capacity) others look on already")
        }
        let calls = LiveCalls(supervisor: supervisor, name: name, seat: seat)
        return HTTPResponse(statusCode: .ok, headers: headers(type: Self.lines), body: HTTPBodySequence(from: calls))
    }

    // MARK: Answers

    private static let lines = "application/x-ndjson"

    /// Returns whether a request may be answered. On a port, any page in a browser of this machine could send one: the token
    /// is known to operators alone.
    private func isAllowed(_ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        let shown = Array((request.headers[.authorization] ?? "").utf8)
        let wanted = Array("Bearer \(token)".utf8)
        // In a time that does not tell how much of it is right.
        var difference = shown.count ^ wanted.count
        for index in wanted.indices { difference |= Int(wanted[index] ^ (index < shown.count ? shown[index] : 0)) }
        return difference == 0
    }

    private func only(_ method: HTTPMethod, _ request: HTTPRequest) -> HTTPResponse? {
        if request.method == method { return nil }
        return answer(.methodNotAllowed, error: "\(request.path) wants \(method.rawValue)", ["Allow": method.rawValue])
    }

    private func missing(_ request: HTTPRequest) -> HTTPResponse {
        answer(.notFound, error: "there is nothing at \(request.path)")
    }

    private func answer(_ status: HTTPStatusCode, error: String, _ headers: [String: String] = [:]) -> HTTPResponse {
        var response = answer(status, .object([.init("error", .string(error))]))
        for (name, value) in headers { response.headers[HTTPHeader(name)] = value }
        return response
    }

    private func answer(_ status: HTTPStatusCode, _ value: Value) -> HTTPResponse {
        answer(status, value.json + "\n", type: "application/json")
    }

    private func answer(_ status: HTTPStatusCode, _ text: String, type: String) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: headers(type: type), body: Data(text.utf8))
    }

    private func headers(type: String) -> HTTPHeaders {
        [
            .contentType: type, HTTPHeader("Cache-Control"): "no-store",
            HTTPHeader("X-Content-Type-Options"): "nosniff",
        ]
    }

    private var page: HTTPResponse {
        var response = answer(.ok, StatusPage.html, type: "text/html; charset=utf-8")
        response.headers[HTTPHeader("Content-Security-Policy")] =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"
        return response
    }
}
