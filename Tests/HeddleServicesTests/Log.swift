// SPDX-License-Identifier: Apache-2.0

import InMemoryLogging
import Logging

/// A log that can be read.
struct Log {
    private let handler = InMemoryLogHandler()

    var logger: Logger { Logger(label: "test") { _ in handler } }
    var lines: [String] { handler.entries.map { "\($0.message)" } }
}
