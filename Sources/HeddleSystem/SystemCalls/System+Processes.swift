// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// Processes, signals, time, and what a process is started with.
extension System {
    /// The number of this process, which is another one behind a fork.
    package static var processNumber: Int32 { getpid() }
    /// Returns whether the calling process is that of a number, or the process of a case that was forked from it. A
    /// signal handler may ask.
    static func isStill(_ number: Int32) -> Bool { heddle_is_still(number) }
    /// The number of the user whose rights this process has.
    package static var userNumber: UInt32 { geteuid() }
    /// A number that no other thread has while the calling one lives.
    package static var threadNumber: UInt64 { UInt64(pthread_self()) }

    /// Nanoseconds since the epoch.
    static var nanoseconds: Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// The name of the machine.
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether there is a process of this number.
    package static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Locks a file against whoever else has opened it, in this process too. The lock ends with the descriptor.
    ///
    /// - Parameter isWaiting: waits until another holder gives it up.
    /// - Returns: false if another one has it.
    /// - Throws: that there are no locks, such as those of some network file systems.
    package static func lock(_ file: Int32, waiting isWaiting: Bool = false) throws(SystemFailure) -> Bool {
        do throws(SystemFailure) {
            try call(.lock) { flock(file, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
            return true
        } catch  where error == .wouldBlock {
            return false
        }
    }

    /// Has a function called when the process ends by `exit`.
    static func atExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

    /// A variable of the environment; nil if it is not set.
    package static func environmentValue(of name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    static func setEnvironmentValue(of name: String, to value: String?) {
        _ = if let value { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
    }

    // MARK: Processes

    /// Starts this program once more.
    ///
    /// - Parameters:
    ///   - arguments: those behind its name.
    ///   - files: its descriptors from 1 on.
    static func startSelf(_ arguments: [String], _ files: [Int32]) throws(SystemFailure) -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([CommandLine.arguments.first ?? "heddle"] + arguments)
            .map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        unsafe words.append(nil)
        return try callNumbered(.startProcess) { unsafe heddle_start_self(words, files) }
    }

    /// Runs another program in the place of this one.
    ///
    /// - Returns: the reason why that failed.
    static func execute(_ path: String, _ words: [String]) -> SystemFailure {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        unsafe copies.append(nil)
        // Ignored signals stay ignored in the other program.
        _ = Glibc.signal(SIGPIPE, SIG_DFL)
        unsafe execv(path, copies)
        return SystemFailure(number: errno)
    }

    /// Runs another program, and waits for its end.
    ///
    /// - Throws: the reason why it could not be started.
    static func run(_ path: String, _ words: [String]) throws(SystemFailure) {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        unsafe copies.append(nil)
        let error = unsafe heddle_run_program(path, copies)
        if error != 0 { throw SystemFailure(number: -error) }
    }

    /// A descriptor that can be read once a child has ended; the caller closes it.
    static func endDescriptor(of child: Int32) throws(SystemFailure) -> Int32 {
        try callNumbered(.startProcess) { heddle_process_descriptor(child) }
    }

    /// A descriptor that can be read once a child was stopped or has ended since it was last read; -1 if there can be none.
    static func watchChildren() -> Int32 { max(-1, heddle_watch_children()) }

    /// Takes how a child ended, which then is no more.
    ///
    /// - Parameter waits: waits for its end; otherwise the result is nil as long as it runs.
    static func takeEnding(of child: Int32, waiting waits: Bool) -> ProcessEnding? {
        var status: Int32 = 0
        let number = try? call(.wait) { unsafe waitpid(child, &status, waits ? 0 : WNOHANG) }
        return number == child ? ProcessEnding(status) : nil
    }

    /// Lets a child go on that was stopped.
    static func letGoOn(_ child: Int32) { heddle_let_go_on(child) }

    /// The signals that this package sends.
    enum Signal {
        case terminate, kill
        /// The limit of processor time: a worker takes it as the order to end with its last words.
        case timeUp

        fileprivate var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .kill: SIGKILL
            case .timeUp: SIGXCPU
            }
        }
    }

    static func send(_ signal: Signal, toProcess number: Int32) { _ = kill(number, signal.number) }

    /// The name of a signal, such as `Killed`.
    static func name(ofSignal number: Int32) -> String { unsafe String(cString: strsignal(number)) }

    /// The name of a signal in C, such as `SIGKILL`.
    static func shortName(ofSignal number: Int32) -> String {
        number > 31 ? "signal \(number)" : unsafe String(cString: heddle_signal_name(number))
    }

    /// Ends this process, without what libraries do at the end.
    static func endAtOnce() -> Never { _exit(EXIT_FAILURE) }

    // MARK: Shared memory

    /// A file for two processes to share a page; the caller closes it.
    static func sharedPage() throws(SystemFailure) -> Int32 { try callNumbered(.page) { heddle_page_create() } }

    /// The memory of such a file.
    static func map(_ page: Int32) throws(SystemFailure) -> OpaquePointer {
        unsafe try callForPointer(.page) { unsafe heddle_page_map(page) }
    }

    // MARK: Time

    /// Nanoseconds of the clock that does not go back, and goes on while the machine sleeps.
    static var uptime: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The monotonic clock in microseconds, as the service manager wants it.
    package static var monotonicMicroseconds: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// Seconds since the epoch.
    static var seconds: Int { time(nil) }

    /// The hour, the minute and the second of the local time.
    static var timeOfDay: [Int32] {
        var (seconds, parts) = unsafe (seconds, tm())
        unsafe localtime_r(&seconds, &parts)
        return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    }

    /// Sleeps for a number of microseconds, at most a second, or until a signal comes.
    package static func pause(microseconds: UInt32) { usleep(microseconds) }
}
