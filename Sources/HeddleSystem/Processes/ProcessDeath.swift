// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The death of a process, as far as that process could say it.
package struct ProcessDeath: Sendable {
    /// A piece of code that ran then.
    package struct Frame: Sendable {
        /// The function; nil if no symbol names it.
        package var function: String?
        /// The source and its line, such as `parse.c:12`; nil if debug information does not say it.
        package var line: String?
        /// The name of the file that it is mapped from.
        package let file: String
        /// The path of that file.
        package let path: String
        /// Its address in the file.
        package let address: UInt64
    }

    /// The number of frames that are kept.
    package static let mostFrames = Int(HEDDLE_FRAMES)

    /// The number of the step that it ran, from 0; nil for none.
    package let step: Int?
    /// The name of the text that the step stands in, and its place there.
    package let source: String
    package let bytes: Range<Int>
    /// The arguments of the step, in words.
    package let arguments: String
    /// The signal, and how it came, in one line; nil if it got none.
    package let signal: String?
    /// The function that native code has called to end the process, and the status; empty if it has not.
    package let exit: String
    /// The frames of native code, innermost first.
    package let frames: [Frame]

    /// True if its time was up before.
    package let isLate: Bool

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - ending: the ending of the process, which may have had no time to say anything.
    ///   - process: the number of that process. A case and the process that it was forked from have one page.
    init(_ ending: ProcessEnding, of process: Int32, on page: OpaquePointer) {
        let death = unsafe heddle_page_death(page).pointee
        let isOwn = death.process == process
        step = death.step < 0 ? nil : Int(death.step)
        arguments = unsafe String(cString: heddle_page_arguments(page))
        source = unsafe String(cString: heddle_page_source(page))
        bytes = Int(clamping: min(death.start, death.end))..<Int(clamping: death.end)
        exit = unsafe isOwn ? String(cString: heddle_page_exit(page)) : ""
        frames = unsafe isOwn ? Self.frames(on: page, behindExit: !exit.isEmpty) : []
        isLate = death.is_late
        signal =
            switch ending {
            case _ where isOwn && death.signal_number != 0: Self.words(death, of: process)
            case .killed(let number): Self.words(number)
            case .exited: nil
            }
    }

    /// `SIGKILL, killed`
    private static func words(_ signal: Int32) -> String {
        "\(System.shortName(ofSignal: signal)), \(System.name(ofSignal: signal).lowercased())"
    }

    private static func words(_ death: heddle_death, of process: Int32) -> String {
        let head = words(death.signal_number)
        // The numbers of processes are others in each run, and reports are compared.
        if death.sender == process { return "\(head), sent by the case itself" }
        if death.sender != 0 { return "\(head), sent by process \(death.sender)" }
        if !death.is_access { return head }
        let place = "\(head), at address 0x\(String(death.address, radix: 16))"
        return death.is_stack_full ? "\(place): the stack is full" : place
    }

    /// Those of native code: behind them stands Heddle, which has called it.
    ///
    /// - Parameter isExit: whether the first ones are of Heddle, which native code has asked to end the process.
    private static func frames(on page: OpaquePointer, behindExit isExit: Bool) -> [Frame] {
        var frames: [Frame] = []
        var places: [heddle_code_place] = unsafe []
        for number in 0..<Int32(mostFrames) {
            let address = unsafe heddle_page_frame(page, number)
            var place = unsafe heddle_code_place()
            guard address != 0, unsafe heddle_find_code(page, address, &place), let file = unsafe place.file else {
                break
            }
            if unsafe place.is_own {
                if isExit, frames.isEmpty { continue }
                // Heddle has called the native code by it.
                while frames.last?.file.hasPrefix("libffi.so") == true {
                    frames.removeLast()
                    unsafe places.removeLast()
                }
                break
            }
            let path = unsafe String(cString: file)
            frames.append(
                Frame(
                    function: unsafe place.function.map { unsafe String(cString: $0) },
                    file: path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path, path: path,
                    address: unsafe place.address))
            unsafe places.append(place)
        }
        let count = frames.count - countOfLinkersFrames(in: frames)
        return unsafe count == 0 ? [] : named(Array(frames[..<count]), at: Array(places[..<count]))
    }

    /// The number of the frames behind those of native code that are of the dynamic linker, where Heddle has loaded the
    /// library; 0 where the linker itself has died.
    private static func countOfLinkersFrames(in frames: [Frame]) -> Int {
        let loading = frames.reversed().prefix { $0.file.hasPrefix("ld-") || $0.file.hasPrefix("libc.so") }
        return loading.count < frames.count && loading.contains { $0.file.hasPrefix("ld-") } ? loading.count : 0
    }

    /// The same with what debug information says of them.
    private static func named(_ frames: [Frame], at places: [heddle_code_place]) -> [Frame] {
        var text = [CChar](repeating: 0, count: 1 << 16)
        let length = unsafe heddle_find_lines(places, places.count, &text, text.count)
        let lines = text[..<length].map(UInt8.init(bitPattern:)).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return zip(frames, lines).map { frame, line in
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            var frame = frame
            if frame.function == nil, let name = parts.first, !name.isEmpty { frame.function = name }
            if parts.count == 2, !parts[1].isEmpty { frame.line = parts[1] }
            return frame
        } + frames.dropFirst(lines.count)
    }
}
