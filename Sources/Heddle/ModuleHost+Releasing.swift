// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import HeddleForeign

extension ModuleHost {
    /// Gives back, past all hooks, what calls have returned to be released and nobody has released, the latest first.
    ///
    /// - Returns: the failures of the functions that release.
    package func releaseAll() -> [Failure] {
        services.unreleased.reversed().compactMap { left in
            do throws(Failure) {
                try services.release(left)
                return nil
            } catch {
                return error
            }
        }
    }

    /// The objects that steps have made with `new`, of runs that have not ended.
    package var objects: [Handle] { services.objects }
}
