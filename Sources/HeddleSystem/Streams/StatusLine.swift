// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// A line on the terminal that says how far something has come, for as long as it takes.
///
/// It stands below the cursor, which stays where it is: what native code prints itself, half lines among it, goes where
/// it would go without. This is the one owner of that line: ``StandardStream`` asks it for room before it writes, and
/// crashes and signals that end the process take it away. A thread of its own draws it, at most ten times a second and
/// less often while native code prints, so that nobody who works has to think of it.
package enum StatusLine {
    private struct State {
        var text: (@Sendable () -> String)?
        var terminals: [Int32] = []
        var isShown = false
        var noise = Noise()
    }

    private static let state = Mutex(State())
    /// True if writers must ask for space.
    private static let isActive = Atomic<Bool>(false)

    /// The delay before the line appears. Shorter runs need none.
    private static let patience: UInt64 = 500_000_000
    private static let interval: UInt64 = 100_000_000

    /// True if a line can be shown without disturbing anything: standard error is a terminal that can draw, and
    /// standard output is not a pipe, whose reader may write to the same terminal.
    package static var isPossible: Bool {
        let kind = Environment.value(of: "TERM") ?? ""
        return StandardStream.error.isTerminal && !kind.isEmpty && kind != "dumb" && !isPipe(System.standardOutput)
    }

    /// Begins to show a line, half a second from now.
    ///
    /// - Parameter text: what it says; called on a thread of its own, at most ten times a second, until ``end()``. What
    ///   it calls must not write to a ``StandardStream``.
    package static func begin(_ text: @escaping @Sendable () -> String) {
        state.withLock { state in
            state.text = text
            state.terminals = [System.standardOutput, System.standardError].filter(System.isTerminal)
        }
        heddle_tidy_on_interrupts()
        isActive.store(true, ordering: .sequentiallyConsistent)
        if !DetachedThread.start(keepDrawing) { end() }
    }

    /// Takes the line away for good.
    package static func end() {
        guard isActive.load(ordering: .sequentiallyConsistent) else { return }
        state.withLock { state in
            state.text = nil
            erase(&state)
        }
        isActive.store(false, ordering: .sequentiallyConsistent)
    }

    /// Writes to a descriptor while no line stands in the way, nor is drawn.
    static func makingRoom(on descriptor: Int32, _ write: () -> Void) {
        // Writing to a file never waits for the terminal.
        guard descriptor <= System.standardError, isActive.load(ordering: .sequentiallyConsistent) else {
            return write()
        }
        state.withLock { state in
            if state.terminals.contains(descriptor) { erase(&state) }
            write()
        }
    }

    // MARK: Drawing

    private static func keepDrawing() {
        CurrentThread.sleep(forNanoseconds: patience)
        while state.withLock({ draw(&$0) }) { CurrentThread.sleep(forNanoseconds: interval) }
    }

    /// Returns whether there is still something to show.
    private static func draw(_ state: inout State) -> Bool {
        guard let text = state.text else { return false }
        guard let columns = Self.columns, System.isInForeground(System.standardError),
            state.noise.isQuietEnough(after: WrittenBytes.ofNativeCode ?? 0)
        else { return true }
        write(LineDrawing.drawing(text(), width: columns))
        unsafe heddle_set_eraser(LineDrawing.erasing.text)
        state.isShown = true
        return true
    }

    private static func erase(_ state: inout State) {
        guard state.isShown else { return }
        heddle_set_eraser(nil)
        write("\(LineDrawing.erasing)")
        state.isShown = false
    }

    /// At once and past all buffers, which may hold what native code has not ended yet.
    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        WrittenBytes.count(bytes.count)
        try? System.write(bytes, to: System.standardError)
    }

    /// The columns of the terminal, which may change at any time; nil if there is no space for a line below the output.
    private static var columns: Int? {
        guard let size = System.terminalSize(System.standardError) else { return nil }
        // A terminal that does not know its size says 0.
        if size.rows > 0, size.rows < 3 { return nil }
        return size.columns > 0 ? size.columns : 80
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        let kind = (try? System.status(of: descriptor))?.kind
        return kind == .fifo || kind == .socket
    }
}
