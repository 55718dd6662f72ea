// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

extension Check {
    /// Checks of what loading leaves as it was.
    static let processAfterLoading = ProcessPromise.all.filter { $0.part != .mappings }.map { promised in
        Check(
            "loading-\(promised.name)", "Loading the module \(promised.promise).", .author,
            mend: "leave it to an action, or to the function that makes the instance", needs: ["loads"],
            .running { trial in
                try trial.changes(of: promised.part) { _ = try trial.loadLibrary() }
            })
    }

    /// Checks of what calls leave as it was.
    static let processAfterCalls = ProcessPromise.all.map { promised in
        Check(
            "calls-\(promised.verbs)", "The actions \(promised.promiseOfMany).", .author,
            mend: promised.mend, needs: ["calls-return"],
            .running { trial in
                let module = try trial.load()
                return trial.changes(of: promised.part) { module.callAll() }
            })
    }
}

/// A part of the process that a module is to leave as it was, in words.
private struct ProcessPromise {
    let part: ProcessFacts.Part
    /// The promise behind "loading", as a name: `keeps-locale`.
    let name: String
    /// The promise behind "loading the module".
    let promise: String
    let mend: String

    /// The same behind a plural.
    var verbs: String { name.inPlural }
    var promiseOfMany: String { promise.inPlural }

    static let all: [ProcessPromise] = [
        .init(.handlers, "keeps-handlers", "keeps the handlers of signals", "restore the handler"),
        .init(.mask, "keeps-mask", "keeps the mask of blocked signals", "restore the mask by pthread_sigmask"),
        .init(
            .locale, "keeps-locale", "keeps the locale of the process", "use newlocale and uselocale, and restore it"),
        .init(.rounding, "keeps-rounding", "keeps how floating-point numbers are computed", "restore it by fesetenv"),
        .init(.environment, "keeps-environment", "keeps the environment", "take settings from the configuration"),
        .init(.folder, "keeps-folder", "keeps the current folder", "use absolute paths, or openat"),
        .init(.umask, "keeps-umask", "keeps the umask", "use fchmod"),
        .init(.limits, "keeps-limits", "keeps the limits of the process", "leave setrlimit to the host"),
        .init(.priority, "keeps-priority", "keeps the priority of the process", "leave nice to the host"),
        .init(.descriptors, "leaves-no-descriptors", "leaves all descriptors as they are", "close what is opened"),
        .init(.threads, "leaves-no-threads", "leaves no threads behind", "join the thread"),
        .init(.children, "leaves-no-children", "leaves no processes behind", "wait for the process by waitpid"),
        .init(.timers, "leaves-no-timers", "leaves no timers behind", "end the timer, or use timerfd_create"),
        .init(
            .files, "leaves-no-files", "leaves no files in the current folder",
            "remove the file, or be told where it belongs"),
        .init(.mappings, "leaves-no-mappings", "leaves no files mapped", "unmap the file by munmap"),
    ]

    private init(_ part: ProcessFacts.Part, _ name: String, _ promise: String, _ mend: String) {
        (self.part, self.name, self.promise, self.mend) = (part, name, promise, mend)
    }
}

extension String {
    /// With the verb at the beginning in the plural.
    fileprivate var inPlural: String {
        let verb = prefix { $0.isLetter }
        return String(verb.dropLast() + dropFirst(verb.count))
    }
}
