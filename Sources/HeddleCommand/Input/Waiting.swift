// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Waits on this thread for what runs asynchronously.
///
/// Only fetching is asynchronous. A main function that is would start threads for every command, which costs more
/// than a short run.
func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
    let (done, box) = (DispatchSemaphore(value: 0), Box<Value>())
    Task {
        let value = await body()
        box.value.withLock { $0 = value }
        done.signal()
    }
    while true {
        done.wait()
        if let value = box.value.withLock({ $0 }) { return value }
    }
}

private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
