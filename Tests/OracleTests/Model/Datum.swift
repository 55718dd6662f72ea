// SPDX-License-Identifier: Apache-2.0

/// A value of a shape.
indirect enum Datum: Hashable {
    /// The number's bits, extended to 128 as its type's sign says; the type says how to read them.
    case integer(UInt128)
    case bool(Bool)
    /// A number that its type holds exactly.
    case floating(Float80)
    case complex(Float80, Float80)
    /// The index of a constant.
    case constant(Int)
    case text(String)
    case elements([Datum])
    /// A value for each member; nil for those that are not there: all but one of a union, and unnamed bit-fields.
    case members([Datum?])
}

/// A shape with a value of it.
struct Example: Hashable {
    let shape: Shape
    let datum: Datum
}

/// One function: what it takes and returns, with the values of one call.
struct OracleCase: Hashable {
    /// Tells it from every other of the same run; C names have it at their end.
    let number: Int
    /// Where it comes from, such as a seed or a test's name.
    let origin: String
    /// The types that have a tag, in the order in which C needs them.
    let definitions: [Shape]
    let parameters: [Example]
    /// nil for void.
    let result: Example?
    /// How many of the parameters are declared; the others are what follows at `...`. nil for an ordinary function.
    var declared: Int?

    var symbol: String { "case_\(number)" }
    var backSymbol: String { "back_\(number)" }
    var all: [Example] { parameters + [result].compactMap(\.self) }
}
