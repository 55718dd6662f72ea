// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// Memory that this process shares with one that it has started: there stands what native code that one runs, and how it
/// died, also when it is gone, however it ended.
@safe final class SharedPage {
    /// The descriptor by which the other process finds it.
    let file: Int32
    private let page: OpaquePointer

    init() throws(SystemFailure) {
        let made = try System.sharedPage()
        defer { System.close(made) }
        file = try StreamEnds.moved(made)
        do throws(SystemFailure) {
            unsafe page = try System.map(file)
            unsafe heddle_page_clear(page)
        } catch {
            System.close(file)
            throw error
        }
    }

    deinit {
        unsafe heddle_page_unmap(page)
        System.close(file)
    }

    /// The native code that the process runs, or ran when it ended; nil for none. Native code may have overwritten it with
    /// anything.
    var call: String? {
        let call = unsafe String(cString: heddle_page_call(page))
        return call.isEmpty ? nil : call
    }

    /// The number of cases that the process has begun.
    var cases: Int { Int(unsafe heddle_page_cases(page)) }

    /// The death of the process.
    func death(_ ending: ProcessEnding, of process: Int32) -> ProcessDeath {
        unsafe ProcessDeath(ending, of: process, on: page)
    }
}
