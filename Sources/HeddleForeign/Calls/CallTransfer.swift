// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The way in which the calls of one signature are made, and why.
package struct CallTransfer: Hashable, Sendable {
    /// The engine that makes them.
    package let engine: CallEngine
    /// The reason for this engine, and what it is told.
    package let reason: String

    /// Chooses how calls are made, and describes them to libffi where that makes them.
    ///
    /// - Parameters:
    ///   - placement: nil on a machine that Heddle has no calling convention of.
    ///   - fixed: how many of the parameters stand before `...`.
    ///   - isEntered: true for calls that C makes of a function of the host.
    /// - Throws: what the engine cannot pass rightly.
    init(
        _ signature: Signature, _ placement: Placement?, fixed: Int, by engine: CallEngine, isEntered: Bool,
        describing shape: NativeShape
    ) throws(Unsupported) {
        guard engine == .libffi else {
            guard placement != nil else { throw Self.noOwnTransfer }
            self.engine = .own
            reason = "Heddle's own transfer"
            return
        }
        self.engine = .libffi
        let types: LibffiTypes
        do throws(NoLibffiType) {
            types = try LibffiTypes(
                signature.parameters.map(\.type), result: signature.result, fixed: fixed, on: .host)
        } catch {
            try Self.describeWords(placement, isEntered: isEntered, error, shape)
            reason = "libffi, told of registers and stack: it has \(error.lack)"
            return
        }
        guard shape.describe(by: types) else {
            throw Self.refusal("libffi refuses its types on \(Machine.host.name)")
        }
        reason = "libffi, told of its types"
    }

    private static func describeWords(
        _ placement: Placement?, isEntered: Bool, _ missing: NoLibffiType, _ shape: NativeShape
    ) throws(Unsupported) {
        guard let placement else {
            throw refusal("libffi has \(missing.lack), and Heddle no stand-in for them on \(Machine.host.name)")
        }
        guard isEntered || placement.stackAlignment <= 16 else {
            throw refusal(
                "its arguments on the stack are aligned to \(placement.stackAlignment) bytes, and libffi aligns them to 16"
            )
        }
        guard shape.describe(by: nil) else { throw refusal("libffi refuses its registers on \(Machine.host.name)") }
    }

    private static var noOwnTransfer: Unsupported {
        Unsupported(
            parameter: nil, message: CallEngine.noOwnTransfer, suggestion: "let libffi make the calls: --calls libffi")
    }

    private static func refusal(_ reason: String) -> Unsupported {
        var refusal = Unsupported(parameter: nil, message: reason)
        if CallEngine.own.isAvailable {
            refusal.suggestion = "let Heddle itself make the calls: --calls own, or HEDDLE_CALLS=own"
        }
        return refusal
    }
}
