// SPDX-License-Identifier: Apache-2.0

import CCurl
import HeddleDiagnostics

extension Failure {
    /// A failure before the head of the answer.
    init(_ ending: Exchange.Ending, whileAsking address: Address) {
        let server = address.server
        switch ending.code {
        case CURLE_OPERATION_TIMEDOUT:
            self.init(.timeout, "\(server) did not take the connection in time", pause: .zero)
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.unreachable, "\(server) could not be reached: no address is known for \(address.host)")
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            self = .closed(by: server)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self.init(.notHTTP, "\(server) did not answer with valid HTTP: \(ending.reason)")
        case CURLE_SSL_CACERT_BADFILE: self = Trust.unusable()
        case CURLE_SSL_CONNECT_ERROR where ending.isBrokenOff: self = .closed(by: server)
        case _ where ending.isAboutTLS: self.init(tls: ending, server: server)
        default:
            self.init(
                .unreachable, "\(server) could not be reached: \(ending.reason)",
                pause: ending.code == CURLE_COULDNT_CONNECT ? .zero : nil)
        }
    }

    /// A failure of a proxy, if it is one.
    init?(_ ending: Exchange.Ending, of proxy: Proxy, whileAsking address: Address) {
        let problem: String
        if ending.tunnelStatus >= 300 {
            problem = "answered \(ending.tunnelStatus) to CONNECT \(address.server)"
        } else if ending.code == CURLE_COULDNT_RESOLVE_PROXY {
            problem = "could not be reached: no address is known for \(proxy.host)"
        } else if ending.code == CURLE_COULDNT_CONNECT,
            ending.words.halves(at: " to \(proxy.host) port \(proxy.port) ") != nil
        {
            problem = "could not be reached: \(ending.reason)"
        } else {
            return nil
        }
        self.init(
            .unreachable, "the proxy \(proxy.server), which \(proxy.variable) names, \(problem)",
            suggestion: "no_proxy lists the hosts that are asked without a proxy",
            pause: ending.code == CURLE_COULDNT_CONNECT || [502, 503, 504].contains(ending.tunnelStatus) ? .zero : nil)
    }

    private static func closed(by server: String) -> Failure {
        Failure(.unreachable, "\(server) closed the connection before it answered", pause: .zero)
    }

    /// A failure during the transfer of the body.
    init(_ ending: Exchange.Ending, whileReading address: Address, received: Int) {
        let reason = ending.code == CURLE_PARTIAL_FILE ? "the body is incomplete" : ending.reason
        self.init(.truncated, "\(address.text) broke off after \(received) bytes: \(reason)")
    }

    private init(tls ending: Exchange.Ending, server: String) {
        if ending.code == CURLE_PEER_FAILED_VERIFICATION, !ending.isUntrusted {
            self.init(.tls, "the certificate of \(server) is for another host")
        } else {
            self.init(
                .tls, "no secure connection with \(server): \(ending.handshakeReason)",
                suggestion: "if a private authority signed its certificate, name that authority's in SSL_CERT_FILE")
        }
    }
}

extension Exchange.Ending {
    fileprivate var isAboutTLS: Bool {
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED,
        ].contains(code)
    }

    /// True if the connection ended during the handshake of TLS, and not by an error of TLS.
    fileprivate var isBrokenOff: Bool {
        ["OpenSSL SSL_connect: ", "Recv failure: ", "Send failure: "].contains { words.hasPrefix($0) }
    }

    fileprivate var isUntrusted: Bool { verification > 1 }

    /// OpenSSL's word, such as `wrong version number`, without the place in its source that it adds.
    fileprivate var handshakeReason: String {
        let word = words.split(separator: ":").last.map(String.init)?.trimmed ?? "the handshake was broken off"
        return isUntrusted ? "certificate verify failed: \(word)" : word
    }

    /// The system's own words, where there are any.
    fileprivate var reason: String {
        if systemError != 0 { return HostSystem.words(for: systemError) }
        return words.isEmpty ? "libcurl failed with code \(code.rawValue)" : words
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
