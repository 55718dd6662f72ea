// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// The reason why a database cannot be used.
struct DatabaseFailure: Error {
    let message: String
}

/// A connection with a database of SQLite. It is used by one thread at a time.
@safe
final class Database: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Opens a file, and creates it if necessary. What is committed survives the process, however it ends.
    init(_ path: String) throws(DatabaseFailure) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let reason = unsafe String(cString: sqlite3_errstr(code))
            unsafe sqlite3_close_v2(opened)
            throw DatabaseFailure(message: reason)
        }
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, 5_000)
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = NORMAL")
    }

    deinit { unsafe sqlite3_close_v2(handle) }

    /// Runs statements without results.
    func run(_ text: String) throws(DatabaseFailure) {
        try check(unsafe sqlite3_exec(handle, text, nil, nil, nil))
    }

    func prepare(_ text: String) throws(DatabaseFailure) -> Statement {
        var statement: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(handle, text, -1, &statement, nil))
        guard let statement = unsafe statement else { throw DatabaseFailure(message: "there is no statement") }
        return unsafe Statement(owning: statement, of: self)
    }

    /// Runs `body` as a whole or not at all, while no other process writes.
    func change<Result>(_ body: () throws(DatabaseFailure) -> Result) throws(DatabaseFailure) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseFailure) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    fileprivate func check(_ code: Int32) throws(DatabaseFailure) {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw DatabaseFailure(message: unsafe String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// A statement with parameters, numbered from 1.
@safe
final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    fileprivate init(owning handle: OpaquePointer, of database: Database) {
        unsafe self.handle = handle
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ index: Int32, _ number: Int64) throws(DatabaseFailure) {
        try database.check(unsafe sqlite3_bind_int64(handle, index, number))
    }

    func bind(_ index: Int32, _ bytes: ArraySlice<UInt8>) throws(DatabaseFailure) {
        try database.check(
            unsafe bytes.withUnsafeBytes {
                unsafe heddle_sqlite_bind_bytes(handle, index, $0.baseAddress, Int32($0.count))
            })
    }

    /// Binds bytes of UTF-8 as a text.
    func bind(_ index: Int32, text: ArraySlice<UInt8>) throws(DatabaseFailure) {
        try database.check(
            unsafe text.withUnsafeBytes {
                unsafe heddle_sqlite_bind_text(handle, index, $0.baseAddress, Int32($0.count))
            })
    }

    /// Goes on to the next row; false if there is none.
    @discardableResult
    func step() throws(DatabaseFailure) -> Bool {
        let code = unsafe sqlite3_step(handle)
        try database.check(code)
        return code == SQLITE_ROW
    }

    /// Makes it ready to run again.
    func reset() { unsafe sqlite3_reset(handle) }

    func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    func bytes(_ column: Int32) -> [UInt8] {
        let start = unsafe sqlite3_column_blob(handle, column)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
