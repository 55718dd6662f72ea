// SPDX-License-Identifier: Apache-2.0

/// The proxy that the environment names for a scheme.
///
/// libcurl reads the variables itself; they are looked up here only to say what failed.
struct Proxy {
    /// The name of the variable.
    let variable: String
    /// The host; of IPv6 without brackets.
    let host: String
    let port: String

    /// In the order of libcurl. `HTTP_PROXY` is not among them: a web server that runs a program sets it to what a
    /// client wishes.
    init?(for scheme: Address.Scheme) {
        let names = scheme == .http ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
        for name in names + ["all_proxy", "ALL_PROXY"] {
            guard let value = HostSystem.variable(name) else { continue }
            self.init(variable: name, value: value)
            return
        }
        return nil
    }

    /// Without the user information, which holds a secret.
    private init(variable: String, value: String) {
        let rest = value.halves(at: "://")?.after ?? value[...]
        let authority = rest.prefix { $0 != "/" }
        let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let end = server.firstIndex(of: "]") ?? server.startIndex
        let colon = server[end...].firstIndex(of: ":") ?? server.endIndex
        self.variable = variable
        host = server[..<colon].filter { !"[]".contains($0) }
        // The ports that libcurl takes where none is written.
        let written = server[colon...].dropFirst()
        port = written.isEmpty ? (value.lowercased().hasPrefix("https://") ? "443" : "1080") : String(written)
    }

    /// `host:port`, as it is reported.
    var server: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
