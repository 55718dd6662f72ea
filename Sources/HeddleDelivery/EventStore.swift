// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import Synchronization

/// Events on disk that wait to be delivered, in a database of SQLite. Several processes may use it at once.
///
/// An event that ``add(_:_:)`` has taken stays until ``remove(_:)``, however the process ends. The number of events is
/// bounded: what comes when there is no room is refused, and counted.
final class EventStore: Sendable {
    /// An event that waits.
    struct Event: Sendable {
        let number: Int64
        /// Nanoseconds since the epoch.
        let time: Int64
        /// The line without its end.
        let line: [UInt8]
    }

    /// The counts of events that will not be delivered.
    enum Loss: String {
        /// There was no room.
        case dropped
        /// The server refused them for good.
        case rejected
    }

    /// The name of this store, which no other one has: with the number of an event it is the event's.
    let name: String
    private let database: Database
    /// The connection is used by one thread at a time.
    private let turn = Mutex(())
    private let limit: Int64

    init(at path: String, limit: Int) throws(DatabaseFailure) {
        let database = try Database(path)
        let name = try database.change { () throws(DatabaseFailure) in
            try database.run(
                """
                CREATE TABLE IF NOT EXISTS events(
                    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, line BLOB NOT NULL);
                CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value);
                INSERT OR IGNORE INTO facts VALUES ('name', lower(hex(randomblob(8)))), ('dropped', 0), ('rejected', 0);
                """)
            let found = try database.prepare("SELECT CAST(value AS BLOB) FROM facts WHERE name = 'name'")
            return try found.step() ? String(decoding: found.bytes(0), as: UTF8.self) : ""
        }
        self.database = database
        self.limit = Int64(limit)
        self.name = name
    }

    /// Takes events, the first ones if there is no room for all.
    func add(_ text: [UInt8], _ lines: [TakenLine]) throws(DatabaseFailure) -> Int {
        try change { () throws(DatabaseFailure) in
            let room = max(0, limit - (try countNow()))
            let taken = lines.prefix(Int(min(room, Int64(lines.count))))
            let insertion = try database.prepare("INSERT INTO events(time, line) VALUES (?, ?)")
            for line in taken {
                try insertion.bind(1, line.time)
                try insertion.bind(2, text[line.range].dropLast())
                try insertion.step()
                insertion.reset()
            }
            if taken.count < lines.count { try addNow(lines.count - taken.count, to: .dropped) }
            return taken.count
        }
    }

    /// The first events, of at most this number and about this size.
    func first(_ most: Int, bytes: Int) throws(DatabaseFailure) -> [Event] {
        try turn.withLock { _ throws(DatabaseFailure) in try firstNow(most, bytes) }
    }

    private func firstNow(_ most: Int, _ bytes: Int) throws(DatabaseFailure) -> [Event] {
        let found = try database.prepare("SELECT id, time, line FROM events ORDER BY id LIMIT ?")
        try found.bind(1, Int64(most))
        var events: [Event] = []
        var size = 0
        while try found.step() {
            let event = Event(number: found.number(0), time: found.number(1), line: found.bytes(2))
            size += event.line.count
            if !events.isEmpty, size > bytes { break }
            events.append(event)
        }
        return events
    }

    /// Forgets events, and counts them if they were not delivered.
    func remove(_ events: ArraySlice<Event>, as loss: Loss? = nil) throws(DatabaseFailure) {
        guard let first = events.first, let last = events.last else { return }
        try change { () throws(DatabaseFailure) in
            let deletion = try database.prepare("DELETE FROM events WHERE id BETWEEN ? AND ?")
            try deletion.bind(1, first.number)
            try deletion.bind(2, last.number)
            try deletion.step()
            if let loss { try addNow(events.count, to: loss) }
        }
    }

    /// The number of events that were lost so, which begins anew: it is told once.
    func takeCount(of loss: Loss) throws(DatabaseFailure) -> Int {
        try change { () throws(DatabaseFailure) in
            let found = try database.prepare("SELECT value FROM facts WHERE name = '\(loss.rawValue)'")
            let count = try found.step() ? Int(found.number(0)) : 0
            found.reset()
            if count > 0 { try database.run("UPDATE facts SET value = 0 WHERE name = '\(loss.rawValue)'") }
            return count
        }
    }

    /// The number of events that wait; rather too large where some in the middle were removed.
    func count() throws(DatabaseFailure) -> Int64 {
        try turn.withLock { _ throws(DatabaseFailure) in try countNow() }
    }

    /// Counts further events that were lost so.
    func add(_ count: Int, to loss: Loss) throws(DatabaseFailure) {
        try turn.withLock { _ throws(DatabaseFailure) in try addNow(count, to: loss) }
    }

    private func countNow() throws(DatabaseFailure) -> Int64 {
        // One query for both ends would read the whole table.
        let found = try database.prepare("SELECT (SELECT max(id) FROM events) - (SELECT min(id) FROM events) + 1")
        return try found.step() && !found.isNull(0) ? found.number(0) : 0
    }

    private func addNow(_ count: Int, to loss: Loss) throws(DatabaseFailure) {
        try database.run("UPDATE facts SET value = value + \(count) WHERE name = '\(loss.rawValue)'")
    }

    private func change<Result: Sendable>(
        _ body: () throws(DatabaseFailure) -> Result
    ) throws(DatabaseFailure) -> Result {
        try turn.withLock { _ throws(DatabaseFailure) in try database.change(body) }
    }
}
