// SPDX-License-Identifier: Apache-2.0

/// A part of a value that is noted and compared as a whole.
struct Leaf {
    /// How C gets at it.
    let path: String
    let shape: Shape
    let datum: Datum
    /// True if it is a bit-field, which has no address.
    let isBitField: Bool
}

extension Example {
    /// The leaves of a value that C knows as `path`.
    func leaves(at path: String) -> [Leaf] { shape.leaves(of: datum, at: path) }
}

extension Shape {
    fileprivate func leaves(of datum: Datum, at path: String) -> [Leaf] {
        switch (self, datum) {
        case (.record(let record), .members(let members)):
            return zip(record.members, members).flatMap { $0.leaves(of: $1, at: path) }
        case (.array(let element, let count), .elements(let elements)) where count == nil || !isPlainArray:
            return elements.enumerated().flatMap { element.leaves(of: $1, at: "\(path)[\($0)]") }
        default:
            return [Leaf(path: path, shape: self, datum: datum, isBitField: false)]
        }
    }

    /// True if it is an array of numbers, of any dimension, all of whose bytes count.
    private var isPlainArray: Bool {
        guard case .array(let element, _) = self else { return false }
        return switch element {
        case .scalar(let scalar): !scalar.hasPadding
        case .enumeration: true
        default: element.isPlainArray
        }
    }
}

extension RecordShape.Member {
    fileprivate func leaves(of datum: Datum?, at path: String) -> [Leaf] {
        guard let datum else { return [] }
        let inner = name.map { "\(path).\($0)" } ?? path
        guard bits == nil else { return [Leaf(path: inner, shape: shape, datum: datum, isBitField: true)] }
        return shape.leaves(of: datum, at: inner)
    }
}
