// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleForeign

/// The pieces that an aspect contributes to a hook: one that is to look after the call may have to look before it too.
struct ObserverPieces {
    var before: [HookPiece] = []
    var instead: [HookPiece] = []
    var after: [HookPiece] = []

    init(_ observer: some Observer, _ use: AspectUse, at position: HookPosition, label: String, state: Int) {
        let enter = Self.piece(label, state) { call, _ in observer.entered(call) }
        let leave = Self.piece(label, state) { call, entered in
            observer.left(call, since: entered)
            return 0
        }
        switch position {
        case .instead:
            instead = [
                .observer(
                    label: label, entered: { observer.enteredAny($0) }, left: { observer.leftAny($0, since: $1) })
            ]
        case .before, .after:
            if use.enters { before = [enter] }
            if use.leaves { after = [leave] }
        }
    }

    private static func piece(
        _ label: String, _ state: Int, _ look: @escaping @Sendable (any ObservedCall, UInt64) -> UInt64
    ) -> HookPiece {
        var piece = HookPiece.observer(label: label, look)
        piece.state = state
        return piece
    }
}

extension Observer {
    fileprivate func enteredAny(_ call: any ObservedCall) -> UInt64 { entered(call) }
    fileprivate func leftAny(_ call: any ObservedCall, since state: UInt64) { left(call, since: state) }
}
