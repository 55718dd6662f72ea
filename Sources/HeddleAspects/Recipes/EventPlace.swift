// SPDX-License-Identifier: Apache-2.0

/// The destination of events outside of the process.
package enum EventPlace: Hashable, Sendable {
    /// A file of lines, by its path.
    case file(String)
    /// A server that takes events in batches by POST: lines of JSON, or one array.
    case http(String, asArray: Bool)
    /// A collector that takes logs by OTLP over HTTP.
    case otlp(String)
    /// A collector that takes traces by OTLP over HTTP; no behaviour names one.
    case spans(String)
    /// A table of a database of SQLite, by the path of the file and its name.
    case table(file: String, name: String)
}

/// Delivers events to servers, collectors and tables. A program that has none refuses behaviours that name these.
package protocol EventDelivery: Sendable {
    /// The writer of events for a place; the same one for the same place. Nothing is opened before its first event.
    func writer(for place: EventPlace) throws(LineFileRefusal) -> any LineWriter
}
