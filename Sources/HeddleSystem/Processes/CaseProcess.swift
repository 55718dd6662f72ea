// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// A process for one case: a fork of this one, which has loaded the modules and makes no calls itself.
///
/// It begins with all that this process has, and nothing that it does is seen here or in the next one. What it writes
/// to its ``HostChannel`` stands in memory that both share, so that it arrives however the process ends.
package struct CaseProcess {
    /// The traces of such a process that outlive it.
    package struct Remains: Sendable {
        /// The number of processes, which were ended.
        package let processes: Int
        /// The number of segments of System V shared memory, which are there as they were.
        package let segments: Int
        /// The number of processes that native code has forked and that came back from its call.
        package let returnedForks: Int

        /// Notes how many there are of each.
        package init(processes: Int, segments: Int, returnedForks: Int) {
            (self.processes, self.segments, self.returnedForks) = (processes, segments, returnedForks)
        }
    }

    /// The ending of such a process.
    package struct End {
        /// Its ending.
        package let ending: ProcessEnding
        /// Its death, if it did not end as it should.
        package let death: ProcessDeath?
        /// Its number, which names the folder of its core dump.
        package let number: Int32
        /// The number that it has noted by ``CaseProcess/note(outcome:)``; nil for none.
        package let outcome: Int?
        /// True if it did not end in time behind that, and was ended.
        package let hasMissedEnd: Bool

        init(_ end: heddle_case_end) {
            ending = ProcessEnding(end.status)
            number = end.number
            outcome = end.outcome < 0 ? nil : Int(end.outcome)
            hasMissedEnd = end.missed_end
            let page = unsafe end.is_regular ? nil : heddle_own_page()
            death = if let page = unsafe page { unsafe ProcessDeath(ending, of: number, on: page) } else { nil }
        }

        /// Ends this process as that one has ended. Libraries have then done there what they do at the end.
        package func repeatInThisProcess() -> Never { heddle_case_end_like(ending.status) }
    }

    private let number: Int32

    /// Runs `body` in a further process, which ends behind it.
    ///
    /// - Parameter channel: the channel of this process, which the other one uses to tell what happens.
    /// - Throws: why there can be no further process.
    package init(speakingTo channel: HostChannel, _ body: () -> Void) throws(SystemFailure) {
        number = try System.callNumbered(.startProcess) { heddle_case_fork() }
        if number == 0 {
            channel.passToCase()
            body()
            CurrentProcess.end(status: 0)
        }
    }

    /// Notes, in the process of a case, a number that the process gets to know which waits for it.
    package static func note(outcome: Int) { heddle_case_note_outcome(Int32(outcome)) }

    /// The last line that native code or Heddle has left in the case that ended last; nil for none.
    package static var lastWords: String? {
        var size = 0
        guard let words = unsafe heddle_case_words(&size), size > 0 else { return nil }
        let text = unsafe String(decoding: UnsafeRawBufferPointer(start: words, count: size), as: UTF8.self)
        return text.split(separator: "\n").last.map(String.init)
    }

    /// The call that the case made which has ended last; nil where it made none.
    package static var lastCall: String? { unsafe heddle_shown_call().map { unsafe String(cString: $0) } }

    /// Notes, in the process of a case that loads the modules itself, that it has done so: processes and shared memory that
    /// this has made are none that the case leaves behind.
    package static func noteLoaded() { heddle_case_note_loaded() }

    /// From here on a case that a signal ends leaves a core dump below this folder, in one that the number of its process
    /// names.
    package static func keepCoreDumps(in folder: String) {
        // For as long as there are cases.
        unsafe heddle_case_keep_cores(strdup(folder))
    }

    /// Waits for its end, and hands on what it tells meanwhile. Then all processes that it left behind are gone, too.
    ///
    /// - Parameter patience: the seconds in which it ends once it has noted an outcome; nil for any time.
    /// - Returns: its ending; behind it nothing more comes of it.
    package func wait(handingTo channel: HostChannel, patience: Int32? = nil) -> End {
        End(unsafe heddle_case_await(number, channel.file, patience ?? 0).pointee)
    }
}
