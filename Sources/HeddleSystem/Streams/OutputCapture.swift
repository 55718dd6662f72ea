// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Takes what native code, and programs that it starts, print while something runs, and passes it on at the end.
///
/// Files in memory stand for standard output and standard error meanwhile. What Heddle itself writes passes by them. A
/// capture may contain another one. If the process ends meanwhile, what was printed is passed on.
package final class OutputCapture {
    /// What was printed.
    package struct Printed: Sendable {
        /// To standard output; nil if it is too much to look at.
        package let output: [UInt8]?
        /// To standard error; nil if it is too much to look at.
        package let error: [UInt8]?
    }

    /// A standard stream with the file that stands for it.
    private struct Stream {
        let target: Int32
        /// What it was before.
        let original: Int32
        let memory: Int32
        var isPassedOn = false
    }

    /// The number of bytes of a stream that are looked at.
    package static let limit = 1 << 24

    /// Those of all captures, the outermost first. A signal handler looks at them, so they are changed in place there.
    private static let open = Mutex<[Stream]>([])

    private let streams: [Stream]

    /// Begins to take what is printed; nil if the system does not let it.
    package init?() {
        StandardStream.flushAll()
        var streams: [Stream] = []
        for target in [System.standardOutput, System.standardError] {
            guard let stream = Self.divert(target) else {
                Self.restore(streams)
                return nil
            }
            streams.append(stream)
        }
        self.streams = streams
    }

    private static func divert(_ target: Int32) -> Stream? {
        guard let original = try? System.duplicate(target, atLeast: 100) else { return nil }
        // A number that native code is unlikely to use.
        if let file = try? System.memoryFile(named: "printed"), let memory = try? System.duplicate(file, atLeast: 100) {
            System.close(file)
            let stream = Stream(target: target, original: original, memory: memory)
            open.withLock { $0.append(stream) }
            if (try? System.redirect(target, to: memory)) != nil { return stream }
            restore([stream])
            return nil
        }
        System.close(original)
        return nil
    }

    /// Passes on what was printed, and lets the streams be what they were.
    package func end() -> Printed {
        StandardStream.flushAll()
        let taken = streams.map { Self.content(of: $0.memory) }
        Self.restore(streams)
        return Printed(output: taken[0], error: taken[1])
    }

    private static func content(of file: Int32) -> [UInt8]? {
        guard let size = try? System.status(of: file).size, size <= limit else { return nil }
        return try? System.start(of: file, count: size)
    }

    private static func restore(_ streams: [Stream]) {
        for stream in streams.reversed() {
            let isPassedOn = open.withLock { open in
                let index = open.lastIndex { $0.memory == stream.memory }
                return index.map { open.remove(at: $0).isPassedOn } ?? true
            }
            if !isPassedOn {
                try? System.redirect(stream.target, to: stream.original)
                System.passOn(stream.memory, to: stream.original)
            }
            System.close(stream.memory)
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
                try? System.redirect(target, to: outermost.original)
            }
        }
    }

    /// The file that Heddle writes to in place of a standard stream that is taken.
    static func original(of file: Int32) -> Int32 {
        open.withLock { $0.first { $0.target == file && !$0.isPassedOn }?.original } ?? file
    }
}
