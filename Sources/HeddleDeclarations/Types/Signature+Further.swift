// SPDX-License-Identifier: Apache-2.0

extension Signature {
    /// The signature of one call with further arguments: they stand behind the parameters that are declared.
    package func followed(by further: [Parameter]) -> Signature {
        var call = self
        call.parameters += further
        return call
    }

    /// The signature with what another declaration of the same function says of hooks: what one of them forbids stays
    /// forbidden, and the tags are those of both.
    package func keepingRules(of other: Signature) -> Signature {
        var signature = self
        switch (hooking, other.hooking) {
        case (.none, _), (_, .none): signature.hooking = .none
        case (.observers, _), (_, .observers): signature.hooking = .observers
        case (.any, .any): break
        }
        let own = Set(tags)
        signature.tags += other.tags.filter { !own.contains($0) }
        return signature
    }

    /// The functions that release what a call hands over, as `_Free_` names them.
    package var releases: [String] {
        [release].compactMap(\.self) + parameters.compactMap(\.release)
    }
}
