// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The type of a function that C calls back.
final class FunctionShape: Sendable {
    let type: FunctionType
    /// The type of a pointer to it, as C writes it: the same text for all that C takes for one type.
    let typeName: String
    private let shapes = Mutex<[Key: CallShape]>([:])

    private struct Key: Hashable {
        let library: LibraryIdentity
        let engine: CallEngine
    }

    init(_ type: FunctionType) {
        self.type = type
        typeName = type.pointerName
    }

    /// The shape of calls of it by a library, on a host with this engine.
    ///
    /// - Throws: what cannot be passed rightly.
    func shape(of library: LibraryIdentity, by engine: CallEngine) throws(Unsupported) -> CallShape {
        let key = Key(library: library, engine: engine)
        if let known = shapes.withLock({ $0[key] }) { return known }
        guard !type.isVariadic else {
            throw Unsupported(parameter: nil, message: "a callback cannot have variable arguments")
        }
        let signature = Signature(symbol: "callback", result: type.result, parameters: type.parameters)
        let shape = try CallShape(signature, of: library, by: engine, isEntered: true)
        shapes.withLock { $0[key] = shape }
        return shape
    }
}
