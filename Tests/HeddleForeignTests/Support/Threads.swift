// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs a body on several threads at once, something else on this one meanwhile, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void, meanwhile: () throws -> Void) rethrows {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
            body(index)
            group.leave()
        }
    }
    defer { group.wait() }
    try meanwhile()
}
