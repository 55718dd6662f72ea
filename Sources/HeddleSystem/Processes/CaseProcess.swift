// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// A process for one case: a fork of this one, which has loaded the modules and makes no calls itself.
///
/// It begins with all that this process has, and nothing that it does is seen here or in the next one. What it writes
/// to its ``HostChannel`` stands in memory that both share, so that it arrives however the process ends.
package struct CaseProcess {
    /// The ending of such a process.
    package struct End {
        /// Its ending.
        package let ending: ProcessEnding
        /// The number of processes that it left behind, which were ended.
        package let orphans: Int
        /// Its death, if it did not end as it should.
        package let death: CaseDeath?
        /// Its number, which names the folder of its core dump.
        package let number: Int32

        /// Ends this process as that one has ended. Libraries have then done there what they do at the end.
        package func repeatInThisProcess() -> Never { heddle_case_end_like(ending.status) }
    }

    private let number: Int32
    /// Can be read once the process has ended; negative where the system has no such descriptor.
    private let end: Int32

    /// The interval in which is taken what a case tells that runs longer.
    private static let interval: Int32 = 10

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
        end = (try? System.endDescriptor(of: number)) ?? -1
    }

    /// Notes, in the process of a case that loads the modules itself, that it has done so: processes that this has started
    /// are none that the case leaves behind.
    package static func noteLoaded() { heddle_case_note_loaded() }

    /// From here on a case that a signal ends leaves a core dump below this folder, in one that the number of its process
    /// names.
    package static func keepCoreDumps(in folder: String) {
        // For as long as there are cases.
        unsafe heddle_case_keep_cores(strdup(folder))
    }

    /// Gathers the memory of this process, so that the processes of many cases cost less to make. That takes as long as a
    /// few dozens of them.
    package static func gatherMemory() { heddle_collapse_memory() }

    /// Waits for its end, and hands on what it tells meanwhile. Then all that it left behind is gone, too.
    ///
    /// - Returns: its ending; behind it nothing more comes of it.
    package func wait(handing take: ([UInt8]) -> Void) -> End {
        while !hasEnded {
            Self.handOn(take)
            heddle_case_end_stopped(number)
        }
        var ended: Int32 = 0
        let status = unsafe heddle_case_bury(number, &ended)
        if end >= 0 { System.close(end) }
        let orphans = heddle_case_has_loaded_processes() ? 0 : ended
        Self.handOn(take)
        let words = unsafe Self.bytes(heddle_case_words)
        if !words.isEmpty { take(words) }
        let death = CaseDeath(ProcessEnding(status), of: number)
        let isRegular = status == 0 && words.isEmpty && death.step == nil
        return End(
            ending: ProcessEnding(status), orphans: Int(orphans), death: isRegular ? nil : death, number: number)
    }

    /// Waits for its end for a moment.
    private var hasEnded: Bool {
        if end >= 0 { return System.ready([end], within: Self.interval)[0] }
        System.pause(microseconds: 1000)
        return heddle_case_has_ended(number)
    }

    /// Hands on what was not taken yet.
    private static func handOn(_ take: ([UInt8]) -> Void) {
        while true {
            let bytes = unsafe bytes(heddle_case_told)
            if bytes.isEmpty { return }
            heddle_case_take(bytes.count)
            take(bytes)
        }
    }

    private static func bytes(_ place: (UnsafeMutablePointer<Int>) -> UnsafeRawPointer?) -> [UInt8] {
        var count = 0
        let start = unsafe place(&count)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
