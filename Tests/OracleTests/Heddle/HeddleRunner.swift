// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign

/// Runs the cases of one library through Heddle.
struct HeddleRunner {
    private let library: Library
    private let notes: Notes
    private let engine: CallEngine

    init(_ path: String, calls engine: CallEngine = .preferred) throws {
        self.engine = engine
        library = try Library.load(LibraryFile(path: path))
        notes = try Notes(library)
    }

    /// Runs a case in one way.
    ///
    /// - Parameter isDisputed: whether it must be refused; where it is not, that is all that is wrong, and nothing is
    ///   called.
    func run(_ declared: DeclaredCase, _ way: Way, isDisputed: Bool = false) -> Verdict {
        do {
            let signature = way == .callback ? declared.back ?? declared.call : declared.call
            let action = try Action(
                ActionName(module: "oracle", action: signature.symbol), signature,
                function: library.function(signature.symbol), instance: InstanceBox(), calls: engine)
            if way == .hooked { try action.add([.identity]) }
            let call = try way == .callback ? callback(declared, action) : direct(declared, action)
            if isDisputed { return .wrong("gcc and clang disagree on it, and it was not refused") }
            let wrong = way == .callback ? callBack(declared.oracle, call) : self.call(declared.oracle, call)
            return wrong.map(Verdict.wrong) ?? .right
        } catch let error as Unsupported {
            return .refused(error.message)
        } catch let error as NoCallback {
            return .refused(error.reason)
        } catch {
            return .wrong("\(error)")
        }
    }

    /// Runs a case that Heddle may have refused to read.
    func run(_ declared: Result<DeclaredCase, any Error>, _ way: Way, isDisputed: Bool = false) -> Verdict {
        switch declared {
        case .success(let declared): run(declared, way, isDisputed: isDisputed)
        case .failure(let error as Diagnostics): .refused("it is not read: \(error.all.first?.message ?? "")")
        case .failure(let error): .wrong("\(error)")
        }
    }

    /// Why a function of a type cannot be made, which stands behind the type.
    private struct NoCallback: Error {
        let reason: String

        init(_ words: String) {
            reason = words.firstRange(of: " cannot be made, as ").map { String(words[$0.upperBound...]) } ?? words
        }
    }

    /// A call with the case's arguments in place.
    private func direct(_ declared: DeclaredCase, _ action: Action) throws -> PreparedCall {
        let call = try PreparedCall(action, further: declared.further)
        let arguments = declared.oracle.parameters.map { Argument.value($0.value) }
        if let misfit = call.encode(arguments).first { throw misfit }
        return call
    }

    /// A call with a callback that answers with the case's result.
    private func callback(_ declared: DeclaredCase, _ action: Action) throws -> PreparedCall {
        let call = PreparedCall(action)
        let answer = declared.oracle.result.map { [Value.Member("returns", $0.value)] } ?? []
        let callback = Value.object([Value.Member("callback", .object(answer))])
        if let misfit = call.encode([.value(callback)]).first { throw NoCallback(misfit.expected) }
        return call
    }

    /// Makes the call twice: what the action did to its own copies must not show in the second.
    private func call(_ oracle: OracleCase, _ call: PreparedCall) -> String? {
        for _ in 0..<2 {
            notes.expect(oracle.number, back: false)
            guard call.invoke() else { return "it failed: \(call.failure?.message ?? "")" }
            if let difference = notes.difference { return "the arguments: \(difference)" }
            if let wrong = oracle.result?.mismatch(in: call.result, at: "result") { return wrong }
        }
        return nil
    }

    private func callBack(_ oracle: OracleCase, _ call: PreparedCall) -> String? {
        for _ in 0..<2 {
            notes.expect(oracle.number, back: true)
            guard call.invoke() else { return "it failed: \(call.failure?.message ?? "")" }
            if let difference = notes.difference { return "the callback's result: \(difference)" }
            if let wrong = oracle.mismatch(inCalls: call.outputs) { return wrong }
        }
        return nil
    }
}

extension OracleCase {
    /// The errors in the recorded arguments of a callback.
    fileprivate func mismatch(inCalls outputs: [Value.Member]) -> String? {
        guard case .array(let calls)? = outputs.first(where: { $0.name == "callback" })?.value, calls.count == 1,
            case .array(let arguments) = calls[0], arguments.count == parameters.count
        else { return "the callback's calls are \(outputs.map { "\($0.name): \($0.value.json)" })" }
        return zip(parameters, arguments).enumerated().lazy
            .compactMap { $1.0.mismatch(in: $1.1, at: "the callback's a\($0)") }.first
    }
}

extension ActionHook {
    /// A hook in every position that changes nothing.
    fileprivate static var identity: ActionHook {
        ActionHook(
            name: nil, id: 1, before: [.closure { _ in }], instead: [.closure { $0.proceed() }],
            after: [.closure { _ in }], origin: "the oracle")
    }
}
