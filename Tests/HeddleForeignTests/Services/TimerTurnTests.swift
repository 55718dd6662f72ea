// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDeclarations
import Synchronization
import Testing

@testable import HeddleForeign

@Suite("The turns of timers of which two threads run some at once")
struct TimerTurnTests {
    @Test("end each for itself: who stops the timer of one that goes on waits for its end")
    func overlapping() throws {
        let table = try #require(HostTable(of: "m", contract: 1, at: "m.so", describing: DeclarationScope()))
        let (main, owner) = (MainThread(), MainThread.Owner(table, named: "m"))
        let (firstBegan, secondBegan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (mayEnd, mayStop) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasEnded = Mutex(false)

        let first = main.startTimer(every: 0, 1, 1, for: owner)
        Thread.detachNewThread {
            _ = main.takeDue { _ in
                firstBegan.signal()
                secondBegan.wait()
            }
            mayEnd.signal()
            mayStop.signal()
        }
        firstBegan.wait()
        let second = main.startTimer(every: 0, 1, 2, for: owner)
        Thread.detachNewThread {
            main.adopt(isChosen: true)
            _ = main.takeDue { job in
                guard job.context == 2 else { return }
                secondBegan.signal()
                mayEnd.wait()
                // Who does not wait is there before.
                usleep(200_000)
                hasEnded.withLock { $0 = true }
            }
        }
        mayStop.wait()
        #expect(main.stopTimer(second, of: owner))
        #expect(hasEnded.withLock { $0 })
        #expect(main.stopTimer(first, of: owner))
    }
}
