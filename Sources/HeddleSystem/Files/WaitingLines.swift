// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One that sends lines to a file and wants to know which are lost.
package protocol LineSender: AnyObject, Sendable {
    /// A line is lost that was taken before. Called on any thread.
    func lost(_ line: UInt64, because reason: String)
}

/// A line of a batch, and when it was taken.
package struct TakenLine: Sendable {
    /// Its bytes in the batch, with its end.
    package let range: Range<Int>
    /// Nanoseconds since the epoch.
    package let time: Int64

    package init(range: Range<Int>, time: Int64) {
        self.range = range
        self.time = time
    }
}

/// A place for lines that is no file.
package protocol LineSink: AnyObject, Sendable {
    /// Takes lines in their order, on any thread but one at a time.
    ///
    /// - Returns: how many of them it has taken, and the reason if these are not all.
    func take(_ text: [UInt8], _ lines: [TakenLine]) -> (count: Int, reason: String?)
}

/// Lines that wait to be written to a file: to write each alone takes longer than what it tells of.
///
/// A thread writes them some milliseconds later; it ends when nothing has come for a second. Objects of this class are
/// never released, but used again for other files: a signal handler may ask for them at any time.
final class WaitingLines: Sendable {
    /// A line of a batch. It refers to nothing: to count references to its sender would take longer than to take it.
    private struct Line {
        let number: UInt64
        /// Its end in the batch.
        let end: Int
        /// When it was taken, if a sink gets it.
        let time: Int64
        /// The index of its sender in the batch; negative if it has none.
        let sender: Int
    }

    private struct Batch {
        private(set) var text: [UInt8] = []
        private(set) var lines: [Line] = []
        private var senders: [any LineSender] = []

        mutating func reserve(_ size: Int) { text.reserveCapacity(size) }

        mutating func append(
            _ line: [UInt8], _ number: UInt64, at time: Int64, from sender: (any LineSender)?
        ) {
            unsafe line.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
            lines.append(Line(number: number, end: text.count, time: time, sender: sender.map { index(of: $0) } ?? -1))
        }

        /// Most lines come from the sender of the one before.
        private mutating func index(of sender: any LineSender) -> Int {
            if senders.last !== sender { senders.append(sender) }
            return senders.count - 1
        }

        /// Tells the senders of lines that these are lost.
        func lose(_ lost: some Sequence<Line>, because reason: String) {
            for line in lost where line.sender >= 0 { senders[line.sender].lost(line.number, because: reason) }
        }

        mutating func removeAll() {
            text.removeAll(keepingCapacity: true)
            lines.removeAll(keepingCapacity: true)
            senders.removeAll(keepingCapacity: true)
        }

        /// Forgets the lines, and releases no memory.
        mutating func forget() {
            text.removeAll(keepingCapacity: true)
            lines.removeAll(keepingCapacity: true)
        }
    }

    private struct Waiting {
        var batch = Batch()
        /// The file, or the one that gets what a sink cannot be given when the process ends.
        var file: Int32?
        var sink: (any LineSink)?
        var failure: SystemFailure?
        var isUsed = false
    }

    /// A batch of this size is written by whom it comes from: nobody is faster than the file for long.
    private static let largest = 64 << 10
    /// The time that a line waits, in microseconds.
    private static let patience: UInt32 = 10_000
    /// After how many pauses without a line the thread ends.
    private static let idlePauses = 100

    /// The address of the last one that was made; each leads to the one before.
    private static let last = Atomic<UInt>(0)
    private static let isWatched = Atomic(false)
    private static let makes = Mutex(false)

    private let waiting = Mutex(Waiting())
    /// The batch that is being written. Who has this lock takes the batches, so that they stay in order.
    private let writing = Mutex(Batch())
    private let earlier: UInt
    private let process = System.processNumber

    private init(earlier: UInt) {
        self.earlier = earlier
    }

    // MARK: Files

    /// One that serves no file yet.
    static func take() -> WaitingLines {
        makes.withLock { isRegistered in
            if !isRegistered { System.atExit { WaitingLines.flushAll() } }
            isRegistered = true
            let free = first { lines in
                System.isStill(lines.process)
                    && lines.waiting.withLock { waiting in
                        defer { waiting.isUsed = true }
                        return !waiting.isUsed
                    }
            }
            if let free { return free }
            let made = WaitingLines(earlier: last.load(ordering: .relaxed))
            made.waiting.withLock { $0.isUsed = true }
            last.store(unsafe UInt(bitPattern: Unmanaged.passRetained(made).toOpaque()), ordering: .releasing)
            return made
        }
    }

    /// Writes what waits, and serves its file no longer.
    func giveBack() {
        writing.withLock { batch in
            write(&batch)
            batch = Batch()
            let file = waiting.withLock { waiting in
                defer { waiting = Waiting() }
                return waiting.file
            }
            if let file { System.close(file) }
        }
    }

    private static func first(where isMet: (WaitingLines) -> Bool) -> WaitingLines? {
        var address = last.load(ordering: .acquiring)
        while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
            let lines = unsafe Unmanaged<WaitingLines>.fromOpaque(pointer).takeUnretainedValue()
            if isMet(lines) { return lines }
            address = lines.earlier
        }
        return nil
    }

    // MARK: Lines

    /// Takes a line; returns the reason if it will not be written.
    ///
    /// - Parameters:
    ///   - number: its number, for its sender.
    ///   - time: when it was taken, for the sink.
    ///   - path: makes the path of the file, which is opened with the first line.
    ///   - sink: gets the lines in place of the file.
    func append(
        _ line: [UInt8], _ number: UInt64, at time: Int64 = 0, from sender: (any LineSender)?,
        to path: () throws(SystemFailure) -> String, in sink: (any LineSink)? = nil
    ) -> String? {
        let (failure, isFull) = waiting.withLock { waiting in
            if waiting.file == nil { open(path, sink, &waiting) }
            if let failure = waiting.failure { return (failure.message as String?, false) }
            waiting.batch.append(line, number, at: time, from: sender)
            return (nil, waiting.batch.text.count >= Self.largest)
        }
        if let failure { return failure }
        if isFull || !Self.watch() { flush() }
        return nil
    }

    private func open(
        _ path: () throws(SystemFailure) -> String, _ sink: (any LineSink)?, _ waiting: inout Waiting
    ) {
        if waiting.failure != nil { return }
        waiting.batch.reserve(Self.largest + 4_096)
        do throws(SystemFailure) {
            waiting.sink = sink
            // Nobody but the owner reads lines that a sink has not taken.
            waiting.file = try System.open(
                try path(), [.forWriting, .creating, .appending, .uncontrolled],
                permissions: sink == nil ? 0o666 : 0o600)
        } catch {
            waiting.failure = error
        }
    }

    /// Writes what waits.
    func flush() {
        writing.withLock { write(&$0) }
    }

    private func write(_ batch: inout Batch) {
        let (file, sink) = waiting.withLock { waiting in
            swap(&waiting.batch, &batch)
            return (waiting.failure == nil ? waiting.file : nil, waiting.sink)
        }
        if let sink {
            give(batch, to: sink)
            return batch.removeAll()
        }
        var done = 0
        if let file, !batch.text.isEmpty {
            do throws(SystemFailure) { try System.write(batch.text, to: file, done: &done) } catch {
                waiting.withLock { $0.failure = error }
            }
        }
        if done < batch.text.count, let reason = waiting.withLock({ $0.failure })?.message {
            batch.lose(batch.lines.lazy.filter { $0.end > done }, because: reason)
        }
        batch.removeAll()
    }

    private func give(_ batch: Batch, to sink: any LineSink) {
        if batch.lines.isEmpty { return }
        var start = 0
        let lines = batch.lines.map { line in
            defer { start = line.end }
            return TakenLine(range: start..<line.end, time: line.time)
        }
        let (count, reason) = sink.take(batch.text, lines)
        batch.lose(batch.lines.dropFirst(count), because: reason ?? "it was refused")
    }

    // MARK: The thread

    /// False if the system refuses a thread.
    private static func watch() -> Bool {
        if isWatched.load(ordering: .sequentiallyConsistent) { return true }
        guard isWatched.exchange(true, ordering: .sequentiallyConsistent) == false else { return true }
        if DetachedThread.start({ writeAll() }) { return true }
        isWatched.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    private static func writeAll() {
        var idle = 0
        while true {
            System.pause(microseconds: patience)
            idle = writeSome() ? 0 : idle + 1
            guard idle == idlePauses else { continue }
            // A caller that takes a line now starts another one, unless this one finds the line.
            isWatched.store(false, ordering: .sequentiallyConsistent)
            guard writeSome(), !isWatched.exchange(true, ordering: .sequentiallyConsistent) else { return }
            idle = 0
        }
    }

    /// Returns whether there was something to write.
    private static func writeSome() -> Bool {
        var isFound = false
        _ = first { lines in
            if lines.waiting.withLock({ !$0.batch.text.isEmpty }) {
                isFound = true
                lines.flush()
            }
            return false
        }
        return isFound
    }

    // MARK: The end of the process

    /// Writes what waits for any file.
    ///
    /// It may be called where the process ends, by a signal handler too: it takes and releases no memory, and gives up
    /// after a second where another thread writes. A process that native code forked off leaves its parent's lines
    /// alone.
    static func flushAll() {
        _ = first { lines in
            guard System.isStill(lines.process) else { return true }
            for _ in 0..<1000 {
                if lines.writing.withLockIfAvailable({ _ in lines.writeRest() }) == true { break }
                System.pause(microseconds: 1000)
            }
            return false
        }
    }

    /// False where another thread has the lock.
    private func writeRest() -> Bool {
        let isDone: Void? = waiting.withLockIfAvailable { waiting in
            guard let file = waiting.file, waiting.failure == nil, !waiting.batch.text.isEmpty else { return }
            do throws(SystemFailure) { try System.write(waiting.batch.text, to: file) } catch {
                waiting.failure = error
            }
            waiting.batch.forget()
        }
        return isDone != nil
    }
}
