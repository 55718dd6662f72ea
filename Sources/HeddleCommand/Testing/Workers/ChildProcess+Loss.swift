// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

extension ChildProcess {
    /// The reason why the process has ended unexpectedly.
    ///
    /// - Parameter lastWords: its own last message, which says more than its exit status.
    func loss(_ lastWords: String?) -> String { Self.loss(ending, lastWords, in: call) }

    /// The reason why a process has ended unexpectedly.
    ///
    /// - Parameters:
    ///   - ending: its ending; nil if it does not end.
    ///   - lastWords: its own last message.
    ///   - call: the call that it made then.
    static func loss(_ ending: ProcessEnding?, _ lastWords: String?, in call: String?) -> String {
        let place = call.map { " during \($0)" } ?? ""
        return switch (lastWords, ending) {
        // Nobody has asked for these.
        case (let words?, _) where words.hasPrefix(TimeLimits.words): "its process was ended by SIGXCPU, \(words)"
        case (let words?, _): words
        // It does so by itself where nothing can come from its host any more.
        case (nil, .exited(0)) where call == nil:
            "its process ended outside of a call: native code has closed the descriptor of its host, or ended the process"
        case (nil, .exited(let status)): "its process ended with status \(status)\(place)"
        case (nil, .killed): "its process was ended by a signal\(place): \(ending?.signalWords ?? "")"
        case (nil, nil): "its process does not end"
        }
    }

    /// The reason why it counts as lost if it stops without a request.
    static let stoppedItself = "native code sent its process the signal that asks a run to stop"
}
