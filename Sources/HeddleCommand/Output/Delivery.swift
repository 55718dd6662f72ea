// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDelivery
import HeddleSystem

/// The delivery of the events of this process.
enum Delivery {
    static let outbox = Outbox(
        folder: Outbox.usualFolder, fetcher: (Environment.executableFolder ?? ".") + "/heddle-fetch",
        agent: "heddle/\(HeddleCommand.configuration.version)")

    /// Delivers what waits when a run has ended, and says what could not be delivered.
    static func finish() {
        for sentence in outbox.finish() { StandardStream.error.write("warning: \(sentence)\n") }
    }
}
