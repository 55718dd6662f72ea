// SPDX-License-Identifier: Apache-2.0

import Foreign
import Logging

/// Writes log messages to standard error, one line each: `info: text`.
struct StandardErrorLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        StandardStream.error.write("\(event.level): \(event.message)\n")
    }
}
