// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations

extension Handle {
    /// True if the pointer behind it leads to memory of this process. One that was read where a module had put
    /// something else mostly does not.
    package var pointsToMemory: Bool {
        HandleTable.shared.address(of: self).map { heddle_is_mapped($0) } ?? false
    }
}
