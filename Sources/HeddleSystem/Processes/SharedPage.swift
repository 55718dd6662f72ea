// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// Memory that this process shares with one that it has started: there stands what native code that one runs, also when
/// it is gone, however it ended.
@safe final class SharedPage {
    /// The descriptor by which the other process finds it.
    let file: Int32
    private let start: UnsafeMutablePointer<CChar>

    /// nil where `errno` says why there can be none.
    init?() {
        file = heddle_page_create()
        guard file >= 0 else {
            errno = -file
            return nil
        }
        guard let start = unsafe heddle_page_map(file) else {
            close(file)
            return nil
        }
        unsafe self.start = start
    }

    deinit {
        unsafe heddle_page_unmap(start)
        close(file)
    }

    /// What stands there; nil for nothing. Native code may have written anything over it.
    var text: String? {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(HEDDLE_PAGE_BYTES))
        let text = unsafe bytes.prefix { $0 != 0 }
        return unsafe text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
