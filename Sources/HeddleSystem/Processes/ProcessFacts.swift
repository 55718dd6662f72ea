// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// A part of the state of a process that belongs to all of its code, as it is at one moment.
///
/// ## Topics
/// - ``Part``
/// - ``changes(since:)``
package struct ProcessFacts: Sendable {
    /// The parts that can be looked at.
    package enum Part: String, CaseIterable, Sendable {
        /// The handlers of signals.
        case handlers
        /// The signals that the calling thread blocks.
        case mask
        /// The locale of the process.
        case locale
        /// The floating-point mode of the calling thread.
        case rounding
        case environment
        /// The current folder.
        case folder
        /// The permissions that new files do not get.
        case umask
        /// The open descriptors.
        case descriptors
        case threads
        /// The processes that this one has started.
        case children
        /// The limits of resources.
        case limits
        /// The nice value.
        case priority
        case timers
        /// The entries of the folder that was the current one at the first look.
        case files
        /// The files that are mapped.
        case mappings
    }

    private let part: Part
    private let facts: Set<String>

    /// Looks at a part of the state.
    package init(_ part: Part) {
        self.part = part
        facts = Set(part.facts)
    }

    /// The facts that hold now and did not hold then, and those that held then and do not hold now, in words.
    package func changes(since earlier: ProcessFacts) -> [String] {
        facts.subtracting(earlier.facts).sorted().map { "now \($0)" }
            + earlier.facts.subtracting(facts).sorted().map { "no longer \($0)" }
    }
}

extension ProcessFacts.Part {
    fileprivate var facts: [String] {
        switch self {
        case .handlers:
            (Int32(1)...64).map {
                "the handler of signal \($0) (\(System.name(ofSignal: $0))) is \(handler(heddle_signal_handler($0)))"
            }
        case .mask: lines(of: "thread-self/status", beginning: "SigBlk:").map { "the mask of blocked signals \($0)" }
        case .locale: [unsafe "the locale \(setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? "")"]
        case .rounding: ["the floating-point mode 0x\(String(heddle_native_float_mode(), radix: 16))"]
        case .environment: environment
        case .folder: ["the current folder \(System.currentFolder ?? "")"]
        case .umask: lines(of: "self/status", beginning: "Umask:").map { "the umask \($0)" }
        case .descriptors: descriptors
        case .threads: entries(of: "self/task").map { "the thread \($0)" }
        case .children: children
        case .limits: text(of: "self/limits").map { "the limit \($0)" }
        case .priority: ["the nice value \(heddle_priority())"]
        case .timers: (Int32(0)...2).filter { heddle_timer_runs($0) }.map { "a timer runs (number \($0) of setitimer)" }
        case .files: ((try? System.entries(ofFolder: Self.firstFolder)) ?? []).map { "the file \($0)" }
        case .mappings: mappings
        }
    }

    private static let firstFolder = System.currentFolder ?? "."

    private func handler(_ address: UInt) -> String {
        switch address {
        case 0: "its default"
        case 1: "to ignore it"
        default: "at 0x\(String(address, radix: 16))"
        }
    }

    private var environment: [String] {
        var facts: [String] = []
        while let text = unsafe heddle_environment_at(facts.count) {
            unsafe facts.append("\(String(cString: text)) in the environment")
        }
        return facts
    }

    /// The descriptor that lists them is open meanwhile, and no fact.
    private var descriptors: [String] {
        entries(of: "self/fd").compactMap { name in
            guard let target = try? System.target(ofLink: "/proc/self/fd/\(name)") else { return nil }
            return "the descriptor \(name) of \(String(decoding: target, as: UTF8.self))"
        }
    }

    private var children: [String] {
        entries(of: "self/task").flatMap { text(of: "self/task/\($0)/children") }
            .flatMap { $0.split(separator: " ") }.map { "the process \($0)" }
    }

    /// Files that libc maps for a locale, and keeps, are its own.
    private var mappings: [String] {
        text(of: "self/maps").compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
            .filter { !$0.contains("/locale/") && !$0.contains("/gconv") }.map { "a mapping of \($0)" }
    }

    private func entries(of folder: String) -> [String] {
        ((try? System.entries(ofFolder: "/proc/\(folder)")) ?? []).filter { !$0.hasPrefix(".") }
    }

    private func lines(of file: String, beginning: String) -> [Substring] {
        text(of: file).filter { $0.hasPrefix(beginning) }.map { $0.dropFirst(beginning.count).drop { $0 == "\t" } }
    }

    private func text(of file: String) -> [Substring] {
        guard let file = try? System.open("/proc/\(file)", .forReading) else { return [] }
        defer { System.close(file) }
        let bytes = (try? System.read(file, count: 1 << 22)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

/// The memory of this process.
package enum ProcessMemory {
    /// The bytes that `malloc` has handed out and that are not freed.
    package static var allocatedBytes: Int { Int(clamping: heddle_allocated_bytes()) }
}
