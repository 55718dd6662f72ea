// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SystemPackage

/// Fetches one behaviour file over http or https and writes it to standard output.
///
/// `heddle` runs this program when it is given a URL, so that the process that loads native modules starts without a
/// network stack and never holds one. The body is written only once it is whole, with exit code 0. A failure is
/// exit code 1 and one line on standard error: a code, a tab, a sentence, and where there is one a tab and advice.
@main
struct HeddleFetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heddle-fetch",
        abstract: "Fetches one behaviour file over http or https; heddle runs it when it is given a URL.",
        discussion: """
            The body goes to standard output once it is whole. A failure is one line on standard error.
            SSL_CERT_FILE names the certificates to trust instead of the system's. Proxies are not used.
            """)

    @Argument(help: "The URL of the file: http or https, without a user name or password.")
    var url: String

    @Option(help: "The longest body that is accepted, in bytes.")
    var bytes: Int = 16 << 20

    @Option(help: "The time limit of the whole transfer, in milliseconds.")
    var time: Int64 = 30_000

    @Option(help: "The time limit of a connection, in milliseconds.")
    var connectTime: Int64 = 10_000

    @Option(help: "The User-Agent of the request.")
    var agent: String = "heddle"

    func validate() throws {
        guard bytes > 0, time > 0, connectTime > 0 else {
            throw ValidationError("--bytes, --time and --connect-time must be at least 1.")
        }
    }

    func run() async throws {
        do {
            let address = try Address(url)
            let body = try await Transfer(limit: bytes, agent: agent)
                .fetch(address, within: .milliseconds(time), connecting: .milliseconds(connectTime))
            try FileDescriptor.standardOutput.writeAll(body)
        } catch let failure as Failure {
            try FileDescriptor.standardError.writeAll(failure.line.utf8)
            throw ExitCode.failure
        }
    }
}
