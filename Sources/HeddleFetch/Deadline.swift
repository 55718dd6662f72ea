// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Runs an operation and abandons it when its time is up.
///
/// The client's own deadline ends with the head of the answer; a body that drips must count too.
func deadline<Value: Sendable>(
    of time: Duration, for address: Address, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: time)
            throw Failure(.timeout, "\(address.text) did not arrive within \(time.inSeconds)")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

extension Duration {
    /// `30 s`, or `0.25 s`.
    var inSeconds: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
    }
}
