// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The two ends of each stream of a process that is about to be started.
struct StreamEnds {
    private(set) var ours: [Int32] = []
    private(set) var theirs: [Int32] = []

    init() throws(SystemFailure) {
        do throws(SystemFailure) {
            for stream in ChildProcess.Stream.allCases {
                let pair = try stream == .channel ? System.socketPair() : System.pipe()
                defer { for file in pair { System.close(file) } }
                ours.append(try Self.moved(pair[0]))
                theirs.append(try Self.moved(pair[1]))
                if stream != .channel { System.setBlocking(ours[ours.count - 1], false) }
            }
        } catch {
            closeOurs()
            closeTheirs()
            throw error
        }
    }

    /// A descriptor of the same file at a number beyond those that the new process gets: none is overwritten before it
    /// is passed on.
    static func moved(_ file: Int32) throws(SystemFailure) -> Int32 {
        do throws(SystemFailure) {
            return try System.duplicate(file, atLeast: 10)
        } catch {
            // The system says that where no descriptor may have such a number.
            throw error == .invalid ? .tooManyFiles : error
        }
    }

    func closeOurs() { for file in ours { System.close(file) } }
    func closeTheirs() { for file in theirs { System.close(file) } }
}

extension Diagnostic {
    /// The diagnostic of a process that cannot be started.
    static func unstartable(_ failure: SystemFailure) -> Diagnostic {
        Diagnostic(
            .error, .resource, code: .cases(.noWorker),
            "no process can be started: \(failure.ofStart.message)",
            suggestion: "fewer --jobs need less; heddle test --in-process needs no process")
    }
}
