// SPDX-License-Identifier: Apache-2.0

/// The command line of `heddle-fetch`. `heddle` writes it, so it has no more than is needed; a library for command
/// lines would take most of the time in which this program starts and is built.
enum CommandLineReader {
    enum Task {
        case fetch(url: String, Limits, agent: String)
        case requests(Limits, agent: String)
        case help
    }

    struct Mistake: Error {
        let text: String
    }

    static let usage = """
        Usage: heddle-fetch [--bytes N] [--time MS] [--connect-time MS] [--attempts N] [--agent TEXT] URL|--requests
          See 'heddle-fetch --help' for more information.

        """

    static let help = """
        Fetches one behaviour file over http or https; heddle runs it when it is given a URL.

        Usage: heddle-fetch [--bytes N] [--time MS] [--connect-time MS] [--attempts N] [--agent TEXT] URL|--requests

        URL                  The URL of the file, without a user name or password.
        --bytes N            The longest body that is accepted, unpacked, in bytes (16777216).
        --time MS            The time limit of the whole transfer, in milliseconds (30000).
        --connect-time MS    The time limit of a connection, in milliseconds (10000).
        --attempts N         How often is asked, at most, while a failure may pass (3).
        --agent TEXT         The User-Agent of the request (heddle).
        --requests           Answer requests of standard input over connections that are kept, until it ends.

        The body goes to standard output once it is whole. A failure is one line on standard error.

        A request is a line of fields that tabs part. The answer is one, on standard output.
          GET URL ETAG WAIT           ETAG may be empty, or the version that is known; WAIT may be empty, or the seconds
                                      that the server may wait for another version.
          POST URL TYPE LENGTH [HEADER]...
                                      followed by LENGTH bytes of this type; they are sent once, with each HEADER, such
                                      as "x-key: abc".
          OK STATUS LENGTH ETAG       followed by LENGTH bytes.
          SAME ETAG                   The version is the one that is known.
          FAILED MS STATUS CODE MESSAGE [ADVICE]
                                      MS is the shortest time after which another request may succeed, and empty if
                                      none will; STATUS is empty if the server did not refuse.

        SSL_CERT_FILE names the certificates to trust instead of the system's. http_proxy (in lower case), https_proxy,
        all_proxy and no_proxy name proxies, as for curl.

        """

    static func read(_ words: [String]) throws(Mistake) -> Task {
        var limits = Limits()
        var agent = "heddle"
        var urls: [String] = []
        var takesRequests = false
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--bytes": limits.bytes = try number(after: word, in: &rest)
            case "--time": limits.time = .milliseconds(try number(after: word, in: &rest))
            case "--connect-time": limits.connectTime = .milliseconds(try number(after: word, in: &rest))
            case "--attempts": limits.attempts = try number(after: word, in: &rest)
            case "--agent": agent = try value(after: word, in: &rest)
            case "--requests": takesRequests = true
            case "--help", "-h": return .help
            case _ where word.hasPrefix("-"): throw Mistake(text: "there is no option \(word)")
            default: urls.append(word)
            }
        }
        if takesRequests, urls.isEmpty { return .requests(limits, agent: agent) }
        guard urls.count == 1, !takesRequests else {
            throw Mistake(
                text: takesRequests
                    ? "with --requests, URLs are read from standard input"
                    : "one URL is wanted, there are \(urls.count)")
        }
        return .fetch(url: urls[0], limits, agent: agent)
    }

    private static func value(after option: String, in rest: inout ArraySlice<String>) throws(Mistake) -> String {
        guard let value = rest.popFirst() else { throw Mistake(text: "\(option) wants a value") }
        return value
    }

    private static func number(after option: String, in rest: inout ArraySlice<String>) throws(Mistake) -> Int {
        let value = try value(after: option, in: &rest)
        // Milliseconds of a day and bytes of a gigabyte are the most that heddle asks for.
        guard let number = Int(value), (1...Int(Int32.max)).contains(number) else {
            throw Mistake(text: "\(option) wants a number of at least 1, not \(value)")
        }
        return number
    }
}
