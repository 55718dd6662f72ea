// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension KnownNames {
    /// The function of a name, which is read if it was not.
    mutating func function(_ name: String) -> Function? {
        if let known = functions[name] { return known }
        guard let unread = unread[name] else { return nil }
        let signature = signature(of: unread)
        let type = CType.function(
            FunctionType(
                result: signature.result, parameters: signature.parameters, isVariadic: signature.isVariadic))
        let function = Function(type: type, range: unread.place)
        functions[name] = function
        return function
    }

    /// Reads the declaration of an unread function.
    mutating func signature(of unread: UnreadFunctions.Function) -> Signature {
        // The parser must not find the function itself, and gets the types without a copy of them.
        var types = self
        (self.typedefs, self.tags) = ([:], [:])
        types.forgetFunctions()
        var parser = DeclarationParser(unread.text, names: types)
        types = KnownNames()
        parser.isMeasuring = false
        parser.readAll()
        (typedefs, tags) = (parser.names.typedefs, parser.names.tags)
        guard parser.problems.isEmpty, parser.declarations.count == 1, let signature = parser.declarations[0].function
        else {
            preconditionFailure("\(unread.text.text) was seen to be right: \(parser.problems.map(\.message))")
        }
        return signature
    }
}
