// SPDX-License-Identifier: Apache-2.0

/// A value that another thread takes over.
@safe package struct Handed<Value>: @unchecked Sendable {
    /// The value, for that thread alone.
    package let value: Value

    /// Hands a value over, which this thread does not use any more.
    package init(_ value: Value) {
        self.value = value
    }
}
