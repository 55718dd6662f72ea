// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// Takes what native code, and programs that it starts, print while something runs, and passes it on at the end.
///
/// Files in memory stand for standard output and standard error meanwhile. What Heddle itself writes passes by them. A
/// capture may contain another one. If the process ends meanwhile, what was printed is passed on: by the process itself,
/// or by the one that it was forked from, for which ``prepareForCases()`` makes files that both have.
package final class OutputCapture {
    /// The printed output.
    package struct Printed: Sendable {
        /// To standard output; nil if it is too much to look at.
        package let output: [UInt8]?
        /// To standard error; nil if it is too much to look at.
        package let error: [UInt8]?
    }

    /// A standard stream with the file that stands for it.
    private struct Stream {
        let target: Int32
        /// A descriptor of the file that it led to before.
        let original: Int32
        let memory: Int32
        /// True if the file is one of those that were made for cases.
        var isPrepared = false
        var isPassedOn = false
    }

    /// The number of bytes of a stream that are looked at.
    package static let limit = 1 << 24

    /// Those of all captures, the outermost first. A signal handler looks at them, so they are changed in place there.
    private static let open = Mutex<[Stream]>([])

    /// Files for the captures of a case, by the stream, the outermost first.
    private static let prepared = Mutex<[Int32: [Int32]]>([:])

    /// The number of captures of a case that may contain each other: that of the case, of its group and of a step.
    private static let levels = 3

    /// Nil for a stream that is closed: nothing can be printed there.
    private let streams: [Stream?]

    /// Begins to take what is printed; nil if the system does not let it.
    package init?() {
        StandardStream.flushAll()
        var streams: [Stream?] = []
        for target in [System.standardOutput, System.standardError] {
            guard System.isOpen(target) else {
                streams.append(nil)
                continue
            }
            guard let stream = Self.divert(target) else {
                Self.restore(streams)
                return nil
            }
            streams.append(stream)
        }
        self.streams = streams
    }

    /// Makes the files in which the captures of cases stand, each a fork of this process: what a case has printed is there
    /// when it has died.
    package static func prepareForCases() {
        prepared.withLock { prepared in
            guard prepared.isEmpty else { return }
            for target in [System.standardOutput, System.standardError] {
                prepared[target] = (0..<levels).compactMap { _ in file() }
            }
        }
    }

    /// Passes on what a case has printed that died before it could.
    package static func passOnOfDeadCase() {
        for (target, files) in prepared.withLock(\.self) {
            for file in files {
                System.passOn(file, to: target)
                System.empty(file)
            }
        }
    }

    /// A file in memory, of a number that native code is unlikely to use.
    private static func file() -> Int32? {
        guard let file = try? System.memoryFile(named: "printed") else { return nil }
        defer { System.close(file) }
        return try? System.duplicate(file, atLeast: 100)
    }

    private static func divert(_ target: Int32) -> Stream? {
        guard let original = try? System.duplicate(target, atLeast: 100) else { return nil }
        let level = open.withLock { $0.count { $0.target == target } }
        let prepared = prepared.withLock { $0[target]?.dropFirst(level).first }
        if let prepared { System.empty(prepared) }
        if let memory = prepared ?? file() {
            let stream = Stream(
                target: target, original: original, memory: memory, isPrepared: prepared != nil)
            open.withLock { $0.append(stream) }
            if (try? System.redirect(target, to: memory)) != nil {
                // Heddle's own messages are no output of native code.
                if target == System.standardError, level == 0 { heddle_redirect_messages(original) }
                return stream
            }
            restore([stream])
            return nil
        }
        System.close(original)
        return nil
    }

    /// Passes on what was printed, and lets the streams be what they were.
    package func end() -> Printed {
        StandardStream.flushAll()
        let taken = streams.map { $0.map { Self.content(of: $0.memory) } ?? [] }
        Self.restore(streams)
        return Printed(output: taken[0], error: taken[1])
    }

    private static func content(of file: Int32) -> [UInt8]? {
        guard let size = try? System.status(of: file).size, size <= limit else { return nil }
        return try? System.start(of: file, count: size)
    }

    private static func restore(_ streams: [Stream?]) {
        for case let stream? in streams.reversed() {
            let isPassedOn = open.withLock { open in
                let index = open.lastIndex { $0.memory == stream.memory }
                return index.map { open.remove(at: $0).isPassedOn } ?? true
            }
            if stream.target == System.standardError, open.withLock({ !$0.contains { $0.target == stream.target } }) {
                heddle_redirect_messages(System.standardError)
            }
            if !isPassedOn {
                try? System.redirect(stream.target, to: stream.original)
                System.passOn(stream.memory, to: stream.original)
            }
            if stream.isPrepared { System.empty(stream.memory) } else { System.close(stream.memory) }
            System.close(stream.original)
        }
    }

    /// Passes on what was printed so far, as the process ends. A signal handler may call it: it takes no memory.
    static func passOn() {
        _ = open.withLockIfAvailable { open in
            for index in open.indices where !open[index].isPassedOn {
                let target = open[index].target
                guard let outermost = open.first(where: { $0.target == target }) else { continue }
                open[index].isPassedOn = true
                System.passOn(open[index].memory, to: outermost.original)
                System.empty(open[index].memory)
                try? System.redirect(target, to: outermost.original)
            }
        }
    }

    /// The file that Heddle writes to in place of a standard stream that is taken.
    static func original(of file: Int32) -> Int32 {
        open.withLock { $0.first { $0.target == file && !$0.isPassedOn }?.original } ?? file
    }
}
