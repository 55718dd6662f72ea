// SPDX-License-Identifier: Apache-2.0

extension Signature {
    /// The signature of one call with further arguments: they stand behind the parameters that are declared.
    public func followed(by further: [Parameter]) -> Signature {
        Signature(
            symbol: symbol, result: result, resultMayBeNull: resultMayBeNull, resultCount: resultCount,
            release: release, success: success, isIdempotent: isIdempotent, parameters: parameters + further,
            isVariadic: isVariadic, format: format)
    }

    /// The functions that release what a call hands over, as `_Free_` names them.
    public var releases: [String] {
        [release].compactMap(\.self) + parameters.compactMap(\.release)
    }
}
