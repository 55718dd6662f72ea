// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The arguments of a call behind those that a declaration with `...` names.
///
/// Each has its type beside it, as in `{"double": 1}`, or gets it from the format that the function takes. It is never
/// guessed from the value.
struct FurtherArguments {
    /// The reason why a further argument cannot be passed.
    struct Mistake: Error {
        /// The index of that argument; nil where it is about all.
        let index: Int?
        let message: String
        var mend: String?

        /// A value for an out-parameter, which the function would never see.
        static func givenOutput(_ index: Int) -> Mistake {
            Mistake(
                index: index, message: "is an out-parameter, which gets no value",
                mend: "write null, or the type without an annotation for an object of \"new\"")
        }

        /// The mistake in a call of an action; further arguments stand behind those that the declaration names.
        func diagnostic(of action: Action) -> Diagnostic {
            let subject = index.map { "argument \(action.signature.given.count + $0 + 1) of \(action.name) " } ?? ""
            return Diagnostic(code: .call(.further), subject + message, suggestion: mend)
        }
    }

    let signature: Signature
    let scope: DeclarationScope
    /// The text of the format, if it is known.
    let format: Value?

    /// The parameters for some further arguments.
    ///
    /// - Parameter types: the C types that were written beside them; nil for a value without one.
    func parameters(for types: [String?]) throws(Mistake) -> [Parameter] {
        var parameters: [Parameter?] = []
        for (index, text) in types.enumerated() {
            parameters.append(try text.map { text throws(Mistake) in try parameter(text, index) })
        }
        guard let wanted = try formatTypes else { return try complete(parameters) }
        guard wanted.count == types.count else {
            throw Mistake(
                index: nil, message: "the format wants \(wanted.count) variadic arguments, not \(types.count)")
        }
        return try zip(parameters, wanted).enumerated().map { index, pair throws(Mistake) in
            guard let given = pair.0 else { return Parameter(name: nil, type: pair.1) }
            try check(given.type, against: pair.1, index)
            return given
        }
    }

    private func complete(_ parameters: [Parameter?]) throws(Mistake) -> [Parameter] {
        var complete: [Parameter] = []
        for (index, parameter) in parameters.enumerated() {
            guard let parameter else {
                throw Mistake(
                    index: index, message: "is a variadic argument without a type",
                    mend: "write the C type that the function expects beside it, as in {\"int\": 1} or {\"double\": 1}")
            }
            complete.append(parameter)
        }
        return complete
    }

    /// The types that the format wants; nil where the function takes none, or it is not known yet.
    private var formatTypes: [CType]? {
        get throws(Mistake) {
            guard signature.format != nil, case .string(let text)? = format else { return nil }
            do {
                return try PrintfFormat(text).arguments
            } catch {
                throw Mistake(index: nil, message: "in the format, \(error.message)")
            }
        }
    }

    /// A type as the parameter of a function has it, so that annotations may stand there too.
    private func parameter(_ text: String, _ index: Int) throws(Mistake) -> Parameter {
        var scope = scope
        let source = SourceText(name: "type", "void further(\(text));")
        let read = try? scope.read(source.whole)
        guard let signature = read?.first?.function, read?.count == 1, signature.parameters.count == 1 else {
            throw Mistake(index: index, message: "has \"\(text)\" beside it, which is not a known C type")
        }
        return signature.parameters[0]
    }

    private func check(_ given: CType, against wanted: CType, _ index: Int) throws(Mistake) {
        if given.passes(for: wanted) { return }
        throw Mistake(index: index, message: "is of type \(given), the format wants \(wanted)")
    }
}
