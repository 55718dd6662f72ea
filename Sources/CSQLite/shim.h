// SPDX-License-Identifier: Apache-2.0
//
// SQLite as the system installs it.
#ifndef HEDDLE_CSQLITE_SHIM_H
#define HEDDLE_CSQLITE_SHIM_H

#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3038000
#error "SQLite 3.38 or newer is needed"
#endif

// The bytes are copied.
static inline int heddle_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int heddle_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
