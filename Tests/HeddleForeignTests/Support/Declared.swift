// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import HeddleWeave

extension Library {
    /// An action of a function as a test declares it, with those that `_Free_` names.
    func action(declared declaration: String, instance: InstanceBox = InstanceBox()) throws -> Action {
        let signature = try signature(declaration)
        var releases: [String: Function] = [:]
        for symbol in signature.releases { releases[symbol] = try function(symbol) }
        return try Action(
            ActionName(module: "declared", action: signature.symbol), signature, function: function(signature.symbol),
            instance: instance, releases: releases)
    }
}

/// An action of the C library.
func libc(_ declaration: String) throws -> Action {
    try Library.system("libc.so.6").action(declared: declaration)
}
