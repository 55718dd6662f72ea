// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension Step {
    /// The step for a recording: as it was written, with new expectations.
    ///
    /// - Parameter keepsTime: false where the call took longer than it may.
    func recorded(expecting expectations: [Value.Member], keepsTime: Bool = true) -> Value {
        var members = [Value.Member("call", .string("\(call.value)"))]
        switch arguments {
        case .none: break
        case .positional(let values): members.append(.init("with", .array(values.map(\.value.written))))
        case .named(let named):
            members.append(.init("with", .object(named.map { .init($0.name.value, $0.value.value.written) })))
        }
        if let save = saved { members.append(.init("save", save)) }
        if let most, keepsTime { members.append(.init("atMost", .string(DurationText.text(most.value)))) }
        if !expectations.isEmpty { members.append(.init("expect", .object(expectations))) }
        return .object(members + range.remarks)
    }

    private var saved: Value? {
        if saves.isEmpty { return nil }
        if saves.count == 1, saves[0].path.value == .result { return .string(saves[0].name.value) }
        return .object(saves.map { .init($0.name.value, .string("\($0.path.value)")) })
    }
}

extension SourceRange {
    /// The members of the JSON object that are free: remarks, and what is for other tools.
    var remarks: [Value.Member] {
        guard mayHaveRemarks, case .object(let members)? = jsonValue else { return [] }
        return members.filter { $0.name.isRemark }
    }

    /// False if none of the texts in it, as they are written, can begin like the key of a remark. Most steps have none,
    /// and a look at their bytes takes a small part of the time that reading them again does.
    private var mayHaveRemarks: Bool {
        let text = source.bytes[bytes]
        return text.indices.dropLast().contains { index in
            if text[index] == UInt8(ascii: "\\") { return true }
            let next = text[index + 1]
            return text[index] == UInt8(ascii: "\"") && (next == UInt8(ascii: "x") || next == UInt8(ascii: "d"))
        }
    }
}

extension String {
    /// True if it is a key that is free in every object.
    var isRemark: Bool { self == "description" || hasPrefix("x-") }
}
