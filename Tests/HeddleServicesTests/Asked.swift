// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Synchronization
import Workbench

/// A service that writes down what it is asked, and answers from a list, the last answer again and again.
final class Asked<Input: Sendable, Output: Sendable>: Service {
    private let state: Mutex<(inputs: [Input], endings: [Result<Output, any Error>])>

    init(_ endings: Result<Output, any Error>...) { state = Mutex(([], endings)) }

    var inputs: [Input] { state.withLock { $0.inputs } }
    var profile: ServiceProfile<Input, Output> { ServiceProfile(name: "shop.price") }

    func callAsFunction(_ input: Input) async throws -> Output {
        try state.withLock { state in
            state.inputs.append(input)
            return state.endings.count > 1 ? state.endings.removeFirst() : state.endings[0]
        }.get()
    }
}

/// A failure that says how it came about only by its code.
func failure(_ code: String) -> Failure { Failure(code: code, message: "it is \(code)") }

/// The outcome of a call, in a form that can be compared.
func ending<Output: Sendable>(_ body: () async throws -> Output) async -> Result<Output, Failure> {
    do { return .success(try await body()) } catch let failure as Failure { return .failure(failure) } catch {
        return .failure(Failure(code: "\(type(of: error))", message: "\(error)"))
    }
}

/// The code of the failure of a call; nil for one that returned.
func failureCode<Output: Sendable>(_ body: () async throws -> Output) async -> String? {
    if case .failure(let failure) = await ending(body) { failure.code } else { nil }
}

extension ModuleHost {
    /// A host with the fixture `probe`.
    static func ofProbes() throws -> ModuleHost {
        let host = ModuleHost(modulePath: [try BuiltModules.probes])
        try host.module("probe")
        return host
    }
}

/// The notes that hooks of a test write, from any thread.
final class Trace: Sendable {
    private let letters = Mutex("")

    var text: String { letters.withLock { $0 } }
    func note(_ text: String) { letters.withLock { $0 += text } }
}
