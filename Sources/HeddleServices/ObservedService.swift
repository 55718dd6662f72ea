// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

/// A service at whose calls an aspect looks that never changes them.
struct ObservedService<Base: Service>: Service, SurroundingService {
    private let base: Base
    private let aspect: String
    private let observer: any Observer

    init(_ base: Base, _ aspect: String, _ observer: any Observer) {
        self.base = base
        self.aspect = aspect
        self.observer = observer
    }

    var surrounded: (any Service)? { base }

    var profile: ServiceProfile<Base.Input, Base.Output> { base.profile }

    var findings: [ServiceFinding] {
        [ServiceFinding(aspect, of: observer.findings())] + base.findings
    }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output {
        var call = ServiceCall(profile: base.profile, input: input)
        let entered = observer.entered(call)
        do {
            let output = try await base(input)
            call.ending = .success(output)
            observer.left(call, since: entered)
            return output
        } catch {
            call.ending = .failure(error)
            observer.left(call, since: entered)
            throw error
        }
    }
}

/// A call of a service for observers. Values are made only on demand.
struct ServiceCall<Input, Output>: ObservedCall {
    let profile: ServiceProfile<Input, Output>
    let input: Input
    var ending: Result<Output, any Error>?

    var action: ActionName { profile.name }
    var signature: Signature { profile.signature }
    var arguments: [Value] { profile.arguments(input) }
    var savedErrno: Int32 { 0 }
    func output(_ name: String) -> Value? { nil }

    var outcome: Outcome? {
        switch ending {
        case .success(let output)?: .returned(profile.result(output))
        case .failure(let error)?: .failed(Failure(error))
        case nil: nil
        }
    }
}
