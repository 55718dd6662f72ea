// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Standard output while it is reserved for data: what is written waits until there is a block of it, since to hand
/// over each line alone takes longer than to make it.
///
/// Nothing waits longer than some milliseconds, and nothing where somebody looks on, at a terminal, or where standard
/// error is the same file, so that both stay in order. A process that is killed has handed over whole texts only,
/// but the kernel may cut the last one in a file at the end of a page.
final class ReservedOutput: Sendable {
    private struct Waiting {
        var text: [UInt8] = []
        /// True if a thread will write it in time.
        var isWatched = false
    }

    /// As much as a pipe takes whole or not at all.
    private static let blockSize = System.pipeBlockSize
    /// The time that a text waits, in microseconds.
    private static let patience: UInt32 = 10_000
    /// The address of the one there is; never released, since a signal handler may ask for it at any time.
    private static let current = Atomic<UInt>(0)

    let file: Int32
    private let waits: Bool
    private let process = System.processNumber
    private let waiting = Mutex(Waiting())

    private init(_ file: Int32) {
        self.file = file
        waits = !System.isTerminal(file) && !isSameFile(file, System.standardError)
    }

    /// Reserves a file that is standard output.
    static func begin(_ file: Int32) -> ReservedOutput {
        let output = ReservedOutput(file)
        current.store(unsafe UInt(bitPattern: Unmanaged.passRetained(output).toOpaque()), ordering: .releasing)
        return output
    }

    /// Takes a text, on any thread.
    func write(_ text: [UInt8]) {
        waiting.withLock { waiting in
            if waiting.text.count + text.count > Self.blockSize { handOver(&waiting) }
            waiting.text += text
            if !waits || waiting.text.count >= Self.blockSize || !watch(&waiting) { handOver(&waiting) }
        }
    }

    /// Hands over what waits.
    ///
    /// It may be called where the process ends, by a signal handler too: it takes no memory, and gives up after a
    /// second where another thread writes. A process that native code forked off leaves its parent's texts alone.
    static func flush() {
        guard let current = unsafe UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring)) else { return }
        let output = unsafe Unmanaged<ReservedOutput>.fromOpaque(current).takeUnretainedValue()
        guard output.process == System.processNumber else { return }
        for _ in 0..<1000 {
            if output.waiting.withLockIfAvailable({ output.handOver(&$0) }) != nil { return }
            System.pause(microseconds: 1000)
        }
    }

    private func handOver(_ waiting: inout Waiting) {
        if waiting.text.isEmpty { return }
        StandardStream.write(waiting.text, to: file)
        waiting.text.removeAll(keepingCapacity: true)
    }

    /// False if the system refuses a thread.
    private func watch(_ waiting: inout Waiting) -> Bool {
        if waiting.isWatched { return true }
        waiting.isWatched = DetachedThread.start { [self] in
            System.pause(microseconds: Self.patience)
            self.waiting.withLock { waiting in
                waiting.isWatched = false
                handOver(&waiting)
            }
            if StandardStream.hasLostReader { Interrupts.noteLostReader() }
        }
        return waiting.isWatched
    }
}

private func isSameFile(_ first: Int32, _ other: Int32) -> Bool {
    guard let first = try? System.status(of: first), let other = try? System.status(of: other) else { return false }
    return first.isSameFile(as: other)
}
