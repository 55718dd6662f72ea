// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Faults that a test injects into the system calls of its task.
///
/// ```swift
/// try InjectedFaults(.failing(.write, with: ENOSPC)).during { try file.commit() }
/// ```
///
/// Other tasks and threads make their calls as ever, also those that the task has started with a function of POSIX.
package final class InjectedFaults: Sendable {
    /// One fault: which calls it meets, and what happens to them.
    package struct Fault: Sendable {
        fileprivate enum Effect {
            case failure(Int32)
            case limit(Int)
        }

        fileprivate let kind: SystemCall
        fileprivate let effect: Effect
        fileprivate var skipped: Int
        fileprivate var count: Int

        /// Calls fail without being made.
        ///
        /// - Parameters:
        ///   - number: the `errno` that they fail with.
        ///   - skipped: how many calls of the kind succeed before.
        ///   - count: how many calls fail.
        package static func failing(
            _ kind: SystemCall, with number: Int32, after skipped: Int = 0, times count: Int = .max
        ) -> Fault {
            Fault(kind: kind, effect: .failure(number), skipped: skipped, count: count)
        }

        /// Calls read or write a few bytes at a time.
        package static func short(_ kind: SystemCall, bytes: Int) -> Fault {
            Fault(kind: kind, effect: .limit(bytes), skipped: 0, count: .max)
        }
    }

    @TaskLocal private static var current: InjectedFaults?
    /// The number of tests that inject faults now. Without one, calls do not look for faults.
    private static let active = Atomic<Int>(0)

    private let faults: Mutex<[Fault]>

    /// Of several faults that meet a call the first one counts.
    package init(_ faults: Fault...) {
        self.faults = Mutex(faults)
    }

    /// Runs `body` with these faults.
    package func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        Self.active.wrappingAdd(1, ordering: .relaxed)
        defer { Self.active.wrappingSubtract(1, ordering: .relaxed) }
        return try Self.$current.withValue(self, operation: body)
    }

    /// The `errno` that the next call of a kind fails with; nil to make the call.
    @inline(__always)
    static func failure(of kind: SystemCall) -> Int32? {
        active.load(ordering: .relaxed) == 0 ? nil : current?.failure(of: kind)
    }

    /// The number of bytes that the next call of a kind may transfer.
    @inline(__always)
    static func limit(of kind: SystemCall, _ count: Int) -> Int {
        active.load(ordering: .relaxed) == 0 ? count : current?.limit(of: kind, count) ?? count
    }

    private func failure(of kind: SystemCall) -> Int32? {
        faults.withLock { faults in
            for index in faults.indices where faults[index].kind == kind {
                guard case .failure(let number) = faults[index].effect else { continue }
                if faults[index].skipped > 0 {
                    faults[index].skipped -= 1
                } else if faults[index].count > 0 {
                    faults[index].count -= 1
                    return number
                }
            }
            return nil
        }
    }

    private func limit(of kind: SystemCall, _ count: Int) -> Int {
        faults.withLock { faults in
            faults.reduce(count) { count, fault in
                if case .limit(let bytes) = fault.effect, fault.kind == kind { min(count, bytes) } else { count }
            }
        }
    }
}
