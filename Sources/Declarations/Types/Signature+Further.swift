// SPDX-License-Identifier: Apache-2.0

extension Signature {
    /// The signature of one call with further arguments: they stand behind the parameters that are declared.
    public func followed(by further: [Parameter]) -> Signature {
        var call = self
        call.parameters += further
        return call
    }

    /// The functions that release what a call hands over, as `_Free_` names them.
    public var releases: [String] {
        [release].compactMap(\.self) + parameters.compactMap(\.release)
    }
}
