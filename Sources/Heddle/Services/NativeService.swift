// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// An action of a module as a service.
struct NativeService<Input: Sendable, Output: Sendable>: Service {
    let host: Host
    let profile: ServiceProfile<Input, Output>
    let output: @Sendable (CallResult) throws -> Output

    /// Makes the call through the action's hooks, on the thread that the task is on.
    func callAsFunction(_ input: Input) async throws -> Output {
        try output(host.call(profile.name, with: profile.arguments(input)))
    }
}

extension CallResult {
    /// What the call came to, as a type of Swift.
    func output<Output>(as type: Output.Type, of action: ActionName) throws -> Output {
        if let result = self as? Output { return result }
        switch outcome {
        case .failed(let failure): throw failure
        case .returned(let value):
            if let nothing = () as? Output { return nothing }
            let found = value ?? .null
            if let type = type as? any ValueConvertible.Type, let result = type.init(found) as? Output { return result }
            throw Diagnostic.misfit(ofResult: found, of: action, type)
        }
    }
}
