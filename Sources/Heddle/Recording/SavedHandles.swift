// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleReport

/// The names under which one run has saved its handles, by their numbers: what is written down are names.
struct SavedHandles {
    private(set) var names: [UInt64: String] = [:]

    /// Notes what a step has saved.
    mutating func note(_ saves: [Step.Save], of call: CallEvent) {
        guard let result = CallResult(call) else { return }
        for save in saves {
            guard let value = OutcomeParts(result).value(at: save.path.value) else { continue }
            note(value, as: save.name.value)
        }
    }

    private mutating func note(_ value: Value, as name: String) {
        switch value {
        case .handle(let handle): if names[handle.id] == nil { names[handle.id] = name }
        case .array(let elements):
            for (index, element) in elements.enumerated() { note(element, as: "\(name)[\(index)]") }
        case .object(let members): for member in members { note(member.value, as: "\(name).\(member.name)") }
        case .null, .bool, .number, .string, .bytes: break
        }
    }
}

extension CallResult {
    /// The results of a call; nil if it was not made.
    init?(_ call: CallEvent) {
        switch call.status {
        case .skipped: return nil
        case .returned(let value):
            self.init(action: call.call, outcome: .returned(value), out: call.out, errno: call.errno)
        case .failed(let failure):
            self.init(action: call.call, outcome: .failed(failure), out: call.out, errno: call.errno)
        }
    }
}
