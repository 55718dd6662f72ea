// SPDX-License-Identifier: Apache-2.0

/// A part of a declaration that has annotations: `[2]` is the third parameter, `[2, 0]` the first one of the function that
/// this points to, and `[Signature.resultPart]` the result.
package typealias AnnotatedPart = [Int]

extension Signature {
    /// A part by its name: a parameter, `$1` for the first one, `return`, or `callback.data` for a parameter of the
    /// function that a parameter points to; nil for no part.
    package func part(named name: String) -> AnnotatedPart? {
        if name == "return" { return [Self.resultPart] }
        var (part, parameters) = (AnnotatedPart(), parameters)
        for name in name.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard
                let index = parameters.firstIndex(where: { $0.name == name })
                    ?? Parameter.index(ofPosition: name, among: parameters.count)
            else { return nil }
            part.append(index)
            parameters = parameters[index].type.writtenFunction?.parameters ?? []
        }
        return part
    }

    /// The names of the parts of the parameters.
    package var partNames: [String] { Self.names(of: parameters, behind: "") }

    private static func names(of parameters: [Parameter], behind prefix: String) -> [String] {
        parameters.enumerated().flatMap { index, parameter in
            let names = [parameter.name, Parameter.positionName(index)].compactMap(\.self).map { prefix + $0 }
            return names
                + names.prefix(1).flatMap { name in
                    Self.names(of: parameter.type.writtenFunction?.parameters ?? [], behind: name + ".")
                }
        }
    }

    /// The part of a declaration that is no parameter.
    package static let resultPart = -1
}

extension CType {
    /// The function whose parameters stand where the type is written; nil for other types, and for typedefs.
    var writtenFunction: FunctionType? {
        switch self {
        case .function(let function), .pointer(to: .function(let function), _): function
        default: nil
        }
    }
}
