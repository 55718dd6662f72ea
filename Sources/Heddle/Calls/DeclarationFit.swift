// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// Checks Swift types against the declaration of an action.
///
/// A mistake would make every call fail, or, for an output, some. The range of numbers is checked at each call.
package struct DeclarationFit {
    private let name: ActionName
    private let signature: Signature

    package init(_ name: ActionName, _ signature: Signature) {
        self.name = name
        self.signature = signature
    }

    /// Checks the types of the arguments that a caller gives, and of the output.
    package func check(_ arguments: [any ValueConvertible.Type], _ output: Any.Type) throws(Diagnostic) {
        guard let given = signature.given(byPosition: arguments.count) else {
            throw declared(.wrongCount(of: name, signature, found: arguments.count))
        }
        for (position, (index, type)) in zip(given, arguments).enumerated() {
            let parameter = signature.parameters[index]
            guard let wanted = objection(to: type, for: parameter) else { continue }
            let label = parameter.name.map { " (\($0))" } ?? ""
            throw misfit("argument \(position + 1)\(label)", type, wanted)
        }
        if let wanted = objection(toOutput: output) { throw misfit("the output", output, wanted) }
    }

    /// The expected type of an argument; nil if the type fits.
    private func objection(to type: any ValueConvertible.Type, for parameter: Parameter) -> String? {
        let carrier = SwiftCarrier(parameter.crossing)
        guard let wrapped = type.wrapped else { return carrier.takes(type) ? nil : carrier.words }
        return parameter.isOptional && carrier.takes(wrapped) ? nil : "\(carrier.words), which is always there"
    }

    /// The expected type of the output; nil if the type takes all results.
    private func objection(toOutput type: Any.Type) -> String? {
        if type == CallResult.self || type == Void.self { return nil }
        if signature.resultCrossing == .nothing { return "Void: it returns nothing" }
        let carrier = SwiftCarrier(signature.resultCrossing)
        guard let type = type as? any ValueConvertible.Type, carrier.gives(type.wrapped ?? type) else {
            return carrier.words
        }
        let mayTakeNull = type.wrapped != nil || type == Value.self
        return signature.resultMayBeNull && !mayTakeNull ? "\(carrier.words)?: it may be null" : nil
    }

    private func misfit(_ subject: String, _ type: Any.Type, _ wanted: String) -> Diagnostic {
        declared(
            Diagnostic(
                code: .program(.serviceType), "\(subject) of \(name) is \(type), the declaration wants \(wanted)"))
    }

    private func declared(_ mistake: Diagnostic) -> Diagnostic {
        var mistake = mistake
        mistake.notes.append(.init("declared: \(signature)"))
        return mistake
    }
}
