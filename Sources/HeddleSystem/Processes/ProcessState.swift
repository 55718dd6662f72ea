// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// The state of this process that native code can change and leave so, as of some moment.
@safe package final class ProcessState {
    private let state: OpaquePointer
    /// The number of threads that Heddle has not started, but for the first one.
    private let threads: Int

    /// Notes the present state.
    package init() {
        threads = Self.threads
        unsafe state = heddle_note_state()
    }

    /// Notes the state in which the process of a case begins, a fork of this one.
    ///
    /// - Parameter channel: is closed for native code there.
    package convenience init(ofCasesBeside channel: HostChannel) {
        self.init()
        unsafe heddle_state_without(state, channel.file)
    }

    /// Notes which of the descriptors that are open are Heddle's own: those that were open before modules were loaded, or
    /// are new since. That native code has closed one of these is no change.
    ///
    /// - Parameters:
    ///   - begun: the state before modules were loaded.
    ///   - loaded: the state just behind that.
    package func noteOwnFiles(begun: ProcessState, loaded: ProcessState) {
        unsafe heddle_note_own_files(state, begun.state, loaded.state)
    }

    deinit { unsafe heddle_free_state(state) }

    /// The changes since an earlier moment, each in words such as `the working directory was changed`; empty for none.
    package func changes(since earlier: ProcessState) -> [String] {
        var found = [heddle_change](repeating: heddle_change(kind: HEDDLE_FILE_OPENED, number: 0), count: 512)
        let count = unsafe heddle_changes(earlier.state, state, &found, found.count)
        let numbers = Dictionary(grouping: found[..<count], by: \.kind.rawValue).mapValues { $0.map(\.number) }
        return numbers.sorted { $0.key < $1.key }.map { Self.words(heddle_change_kind(rawValue: $0), $1) }
    }

    /// The number of threads that have begun since an earlier moment and still run.
    ///
    /// The system counts a thread for a moment behind its end.
    package func threads(since earlier: ProcessState) -> Int {
        var more = threads - earlier.threads
        for _ in 0..<20 where more > 0 {
            System.pause(microseconds: 500)
            more = Self.threads - earlier.threads
        }
        return max(more, 0)
    }

    private static var threads: Int { Int(heddle_thread_count()) - 1 - DetachedThread.running }

    /// Returns whether descriptors were opened since an earlier moment, and are still open.
    package func hasOpenedFiles(since earlier: ProcessState) -> Bool {
        var found = heddle_change(kind: HEDDLE_LOCALE_CHANGED, number: 0)
        return unsafe heddle_changes(earlier.state, state, &found, 1) == 1 && found.kind == HEDDLE_FILE_OPENED
    }

    private static func words(_ kind: heddle_change_kind, _ numbers: [Int32]) -> String {
        switch kind {
        case HEDDLE_FILE_OPENED: "\(listed("descriptor", numbers.map(String.init))) \(were(numbers)) left open"
        case HEDDLE_FILE_CLOSED: "\(listed("descriptor", numbers.map(String.init))) \(were(numbers)) closed"
        case HEDDLE_SIGNAL_HANDLED:
            "the \(numbers.count == 1 ? "handler" : "handlers") of "
                + "\(listed(nil, numbers.map(System.shortName(ofSignal:)))) \(were(numbers)) replaced"
        case HEDDLE_SIGNAL_BLOCKED: "\(listed(nil, numbers.map(System.shortName(ofSignal:)))) \(were(numbers)) blocked"
        case HEDDLE_SIGNAL_UNBLOCKED:
            "\(listed(nil, numbers.map(System.shortName(ofSignal:)))) \(were(numbers)) unblocked"
        case HEDDLE_LIMIT_CHANGED: "\(listed("limit", numbers.map(limitName))) \(were(numbers)) changed"
        case HEDDLE_FOLDER_CHANGED: "the working directory was changed"
        case HEDDLE_MASK_CHANGED: "the umask was changed"
        case HEDDLE_USER_CHANGED: "the user or group was changed"
        case HEDDLE_ROOT_CHANGED: "the root directory was changed"
        case HEDDLE_FLOATS_CHANGED: "the floating-point mode was changed"
        default: "the locale was changed"
        }
    }

    private static func were(_ numbers: [Int32]) -> String { numbers.count == 1 ? "was" : "were" }

    /// `descriptors 3, 4 and 5`; the first of many.
    private static func listed(_ noun: String?, _ names: [String]) -> String {
        let head = noun.map { names.count == 1 ? "\($0) " : "\($0)s " } ?? ""
        if names.count > 8 { return head + names.prefix(6).joined(separator: ", ") + " and \(names.count - 6) more" }
        return head + names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "") + (names.last ?? "")
    }

    private static func limitName(_ number: Int32) -> String {
        let names = [
            "cpu", "fsize", "data", "stack", "core", "rss", "nproc", "nofile", "memlock", "as", "locks", "sigpending",
            "msgqueue", "nice", "rtprio", "rttime",
        ]
        return names.indices.contains(Int(number)) ? names[Int(number)] : "\(number)"
    }
}
