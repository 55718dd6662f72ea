// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The door to the operating system: every system call that Swift code of the package makes is a function of this type.
///
/// - A call that a signal interrupts is made again; ``ready(_:within:)`` alone returns.
/// - A call that the system refuses throws its `errno` as a ``SystemFailure``.
/// - A descriptor that is opened here is closed in programs that this process starts.
///
/// Tests inject failures and short transfers with ``InjectedFaults``. Without any, a call costs one more relaxed load.
package enum System {
    /// Makes a call that returns a negative number and sets `errno` when it fails.
    @inline(__always) @discardableResult
    static func call<Result: SignedInteger>(
        _ kind: SystemCall, _ body: () -> Result
    ) throws(SystemFailure) -> Result {
        while true {
            do {
                return try callOnce(kind, body)
            } catch  where error.number == EINTR {
                continue
            }
        }
    }

    /// The same; a call that a signal interrupts fails.
    @inline(__always)
    static func callOnce<Result: SignedInteger>(
        _ kind: SystemCall, _ body: () -> Result
    ) throws(SystemFailure) -> Result {
        if let number = InjectedFaults.failure(of: kind) { throw SystemFailure(number: number) }
        let result = body()
        guard result >= 0 else { throw SystemFailure(number: errno) }
        return result
    }

    /// Makes a call of the package's C code, which returns a negative `errno` when it fails.
    @discardableResult
    static func callNumbered(_ kind: SystemCall, _ body: () -> Int32) throws(SystemFailure) -> Int32 {
        if let number = InjectedFaults.failure(of: kind) { throw SystemFailure(number: number) }
        let result = body()
        guard result >= 0 else { throw SystemFailure(number: -result) }
        return result
    }

    /// Makes a call that returns null and sets `errno` when it fails.
    static func callForPointer<Pointer>(
        _ kind: SystemCall, _ body: () -> Pointer?
    ) throws(SystemFailure) -> Pointer {
        if let number = InjectedFaults.failure(of: kind) { throw SystemFailure(number: number) }
        guard let result = body() else { throw SystemFailure(number: errno) }
        return result
    }
}

/// The kinds of system calls, as tests name them.
package enum SystemCall: Hashable, Sendable {
    case open, read, write, send, status, access, resolve, duplicate, pipe, socketPair, poll, synchronize
    case rename, link, remove, makeFolder, list, touch, truncate
    case startProcess, startThread, wait, signal, page, copy, watch, lock
}
