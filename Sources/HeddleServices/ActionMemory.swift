// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleForeign

/// The reasons against giving earlier answers of an action again.
struct ActionMemory: Sendable {
    /// The reason why an earlier answer cannot replace a call; nil if it can.
    private let obstacle: String?
    /// The arguments that are pointers, by name.
    private let pointers: [String]

    init(_ action: Action) {
        let signature = action.signature
        obstacle =
            if action.returnsHandle {
                "it returns \(signature.result), and each call gives another pointer"
            } else if signature.parameters.contains(where: { $0.isReleased || $0.isRetained }) {
                "it keeps or releases its arguments, which an answer would not do"
            } else {
                nil
            }
        pointers = signature.given.filter(action.takesHandle(at:)).map(signature.name)
    }

    /// Checks that a cache fits.
    ///
    /// - Parameter keyed: true if the program says what distinguishes calls, false if all arguments do.
    func check(_ action: ActionName, keyed: Bool) throws(AspectError) {
        if let obstacle {
            throw .unfit(nil, aspect: "cache", action: action, message: obstacle, suggestion: nil)
        }
        if !keyed, let pointer = pointers.first {
            throw .pointerInKey(
                pointer, of: action,
                mend: "say what tells calls apart, as in .cached { input in … }, without the pointer")
        }
    }
}
