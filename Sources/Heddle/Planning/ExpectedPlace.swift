// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign

/// A part of a call's outcome that a condition is about, as far as it is known before the call.
struct ExpectedPlace {
    /// The values that may stand there.
    let shape: ValueShape
    /// The path that leads to it, or to the array whose elements it stands for.
    let path: CallPath
    /// The part as messages name it: `result.x`, or `result[n]` for each element of an array.
    let name: String
    /// True inside of `not`, where what never holds makes the condition hold always.
    private(set) var isDenied = false

    init(_ shape: ValueShape, at path: CallPath) {
        self.init(shape: shape, path: path, name: "\(path)")
    }

    private init(shape: ValueShape, path: CallPath, name: String, isDenied: Bool = false) {
        self.shape = shape
        self.path = path
        self.name = name
        self.isDenied = isDenied
    }

    /// The subject of a combinator's conditions; nil if it holds for no value that is possible here.
    func inside(_ word: ConditionCombinator) -> ExpectedPlace? {
        shape.inside(word).map { inner in
            ExpectedPlace(
                shape: inner, path: path, name: word == .each ? "\(name)[n]" : name,
                isDenied: word == .not ? !isDenied : isDenied)
        }
    }
}
