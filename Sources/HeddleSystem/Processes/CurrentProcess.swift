// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The process that asks.
package enum CurrentProcess {
    /// Its number, which is another one behind a fork.
    package static var number: Int32 { System.processNumber }

    /// Becomes another program, with the same standard streams and environment.
    ///
    /// - Returns: the reason why it could not; it returns for nothing else.
    package static func become(_ path: String, _ arguments: [String]) -> SystemFailure {
        StandardStream.flush()
        return System.execute(path, [path] + arguments)
    }

    /// Runs another program with the same standard streams and environment, and waits for its end. Meanwhile the keys of
    /// the terminal that interrupt are for that program alone.
    ///
    /// - Throws: the reason why it could not be started.
    package static func run(_ path: String, _ arguments: [String]) throws(SystemFailure) {
        StandardStream.flush()
        try System.run(path, [path] + arguments)
    }

    /// Ends the process: flushes its output, and tells the parent that the end is regular.
    ///
    /// With the status 0 libraries do what they do at the end, and a crash of theirs is still reported. With any other
    /// nothing of them runs any more, so that they cannot change the status.
    ///
    /// - Parameter endsLibraries: false where nothing of them is to run with the status 0 either.
    package static func end(status: Int32, endingLibraries endsLibraries: Bool = true) -> Never {
        StandardStream.flush()
        LineFile.flushAll()
        EndMark.set()
        heddle_end(status, endsLibraries)
    }
}
