// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

extension ChildProcess {
    /// The reason why the process has ended unexpectedly.
    ///
    /// - Parameter lastWords: its own last message, which says more than its exit status.
    func loss(_ lastWords: String?) -> String {
        let place = call.map { " during \($0)" } ?? ""
        return switch (lastWords, ending) {
        case (let words?, _): words
        case (nil, .exited(let status)): "its process ended with status \(status)\(place)"
        case (nil, .killed(let signal)): "its process was ended by a signal\(place): \(signal)"
        case (nil, nil): "its process does not end"
        }
    }

    /// The reason why it counts as lost if it stops without a request.
    static let stoppedItself = "native code sent its process the signal that asks a run to stop"
}
