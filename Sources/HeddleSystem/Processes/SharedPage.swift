// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// Memory that this process shares with one that it has started: there stands what native code that one runs, also when
/// it is gone, however it ended.
@safe final class SharedPage {
    /// The descriptor by which the other process finds it.
    let file: Int32
    private let start: UnsafeMutablePointer<CChar>

    init() throws(SystemFailure) {
        let made = try System.sharedPage()
        defer { System.close(made) }
        file = try StreamEnds.moved(made)
        do throws(SystemFailure) {
            unsafe start = try System.map(file)
        } catch {
            System.close(file)
            throw error
        }
    }

    deinit {
        unsafe heddle_page_unmap(start)
        System.close(file)
    }

    /// The text; nil for none. Native code may have overwritten it with anything.
    var text: String? {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(HEDDLE_PAGE_BYTES))
        let text = unsafe bytes.prefix { $0 != 0 }
        return unsafe text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
