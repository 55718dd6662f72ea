// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleSystem
import Synchronization

/// A table of a database of SQLite that gets a row for each event: `time`, `label`, `action`, and `data` as JSON.
final class EventTable: LineSink, Sendable {
    private let path: String
    private let table: String
    private let database = Mutex<Database?>(nil)

    init(at path: String, named table: String) {
        self.path = path
        self.table = table
    }

    /// The reason why a table cannot have a name; nil if it can.
    static func objection(to name: String) -> String? {
        let isPlain = name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain, let first = name.first, !first.isNumber, !name.lowercased().hasPrefix("sqlite_") { return nil }
        return "a table has a name of letters, digits and _, which does not begin with a digit or sqlite_"
    }

    func take(_ text: [UInt8], _ lines: [TakenLine]) -> (count: Int, reason: String?) {
        database.withLock { database in
            do throws(DatabaseFailure) {
                let open: Database
                if let known = database { open = known } else { open = try opened() }
                database = open
                try insert(text, lines, into: open)
                return (lines.count, nil)
            } catch {
                return (0, error.message)
            }
        }
    }

    private func opened() throws(DatabaseFailure) -> Database {
        let opened = try Database(path)
        try opened.run(
            "CREATE TABLE IF NOT EXISTS \"\(table)\"(time TEXT, label TEXT, action TEXT, data TEXT)")
        try Spill(database: path + "." + table).collect { text, lines throws(DatabaseFailure) in
            try insert(text, lines, into: opened)
        }
        return opened
    }

    private func insert(_ text: [UInt8], _ lines: [TakenLine], into database: Database) throws(DatabaseFailure) {
        try database.change { () throws(DatabaseFailure) in
            let insertion = try database.prepare(
                """
                INSERT INTO "\(table)"(time, label, action, data) VALUES (
                    ?1, json_extract(?2, '$.label'), json_extract(?2, '$.action'), json_extract(?2, '$.data'))
                """)
            for line in lines {
                try insertion.bind(1, text: Array(EventTime.text(line.time).utf8)[...])
                try insertion.bind(2, text: text[line.range].dropLast())
                try insertion.step()
                insertion.reset()
            }
        }
    }
}
