// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The limits of a transfer.
struct Limits {
    /// The longest body, unpacked, in bytes.
    var bytes = 16 << 20
    /// The time for all of it, redirects and pauses included.
    var time = Duration.seconds(30)
    /// The time for one connection, with TLS.
    var connectTime = Duration.seconds(10)
    /// The largest number of requests while a failure may pass.
    var attempts = 3
}

/// The end of the time for a transfer.
struct Deadline {
    let time: Duration
    private let end: ContinuousClock.Instant

    /// The time begins now.
    init(in time: Duration) {
        self.time = time
        end = .now + time
    }

    /// The rest of the time; zero when it is over.
    var left: Duration { max(.zero, end - .now) }

    func failure(of address: Address) -> Failure {
        Failure(.timeout, "\(address.text) did not arrive within \(time.inSeconds)")
    }

    func failure(ofSendingTo address: Address) -> Failure {
        Failure(.timeout, "\(address.text) did not answer within \(time.inSeconds)")
    }
}

extension Duration {
    /// `30 s`, or `0.25 s`.
    var inSeconds: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
    }

    /// The time in milliseconds for libcurl, to which 0 means that there is no limit.
    var inMilliseconds: Int { max(1, Int((self / .milliseconds(1)).rounded(.up))) }
}
