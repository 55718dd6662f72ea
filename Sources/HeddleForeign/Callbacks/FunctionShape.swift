// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The type of a function that C calls back.
final class FunctionShape: Sendable {
    let type: FunctionType
    /// The type of a pointer to it, as C writes it: the same text for all that C takes for one type.
    let typeName: String
    private let shapes = Mutex<[LibraryIdentity: CallShape]>([:])

    init(_ type: FunctionType) {
        self.type = type
        typeName = type.pointerName
    }

    /// How calls of it by a library cross.
    ///
    /// - Throws: what cannot be passed rightly.
    func shape(of library: LibraryIdentity) throws(Unsupported) -> CallShape {
        if let known = shapes.withLock({ $0[library] }) { return known }
        guard !type.isVariadic else {
            throw Unsupported(parameter: nil, message: "a callback cannot have variable arguments")
        }
        let signature = Signature(symbol: "callback", result: type.result, parameters: type.parameters)
        let shape = try CallShape(signature, of: library, isEntered: true)
        shapes.withLock { $0[library] = shape }
        return shape
    }
}
