// SPDX-License-Identifier: Apache-2.0

/// The names by which calls, paths and hooks know parameters: those of the declaration, or `$1` for the first parameter
/// where that has no name. Headers often leave them out.
extension Signature {
    /// The name of a parameter.
    package func name(of index: Int) -> String { parameters[index].name ?? Parameter.positionName(index) }

    /// The index of the parameter of a name; nil if there is none.
    package func index(named name: String) -> Int? {
        parameters.firstIndex { $0.name == name }
            ?? Parameter.index(ofPosition: name, among: parameters.count).flatMap {
                parameters[$0].name == nil ? $0 : nil
            }
    }

    /// The parameter of a name; nil if there is none.
    package func parameter(named name: String) -> Parameter? { index(named: name).map { parameters[$0] } }

    /// The names of the parameters that a caller gives.
    package var argumentNames: [String] { given.map(name) }

    /// The names of the parameters that the action writes to.
    package var outputNames: [String] { parameters.indices.filter { parameters[$0].isWritten }.map(name) }

    /// The position of an argument among those that a caller gives; nil if there is none of this name.
    package func position(ofArgument name: String) -> Int? { index(named: name).flatMap { given.firstIndex(of: $0) } }
}
