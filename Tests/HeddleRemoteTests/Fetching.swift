// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import SystemPackage

/// The real fetcher, which is built beside the tests.
let builtFetcher = FilePath(CommandLine.arguments[0]).removingLastComponent().appending("heddle-fetch").string

/// Limits that no honest answer of these tests meets.
let ample = RemoteSource.Limits(bytes: 4_096, time: .seconds(600))

/// The text at a URL, as a string.
func fetch(
    _ url: String, by fetcher: String = builtFetcher, within limits: RemoteSource.Limits = ample
) async throws -> String {
    let text = try await RemoteSource(fetcher: fetcher, limits: limits, agent: "heddle/test").fetch(url)
    return String(decoding: text.bytes, as: UTF8.self)
}

/// Why a URL could not be fetched, or nothing if it could.
func refusal(
    of url: String, by fetcher: String = builtFetcher, within limits: RemoteSource.Limits = ample
) async -> Diagnostic? {
    do {
        _ = try await RemoteSource(fetcher: fetcher, limits: limits, agent: "heddle/test").fetch(url)
        return nil
    } catch {
        return error
    }
}

/// Why a reply at `/` is refused, or nothing if it is taken.
func refusal(ofReply reply: Reply, within limits: RemoteSource.Limits = ample) async throws -> Diagnostic? {
    try await Server.run(reply) { server in await refusal(of: server.url(), within: limits) }
}
