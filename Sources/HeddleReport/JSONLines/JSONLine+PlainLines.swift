// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// Nearly all lines of a long report have nothing but whole numbers in places that are known. Each of these is made at
/// once, which takes half the time of making it part by part, and says the same.
extension JSONLine {
    /// Makes the line of a call that took whole numbers, returned one and left nothing else; false for any other.
    mutating func writePlain(_ event: CallEvent) -> Bool {
        guard event.hasResultAlone, case .returned(.number(.integer(let result))?) = event.status else { return false }
        let name = nameMembers(of: event.call)
        let room = JSONFragment.room + name.count + (event.arguments.count + 5) * (Int128.mostDigits + 1)
        return write(atMost: room) { line in
            line.append(copying: JSONFragment.call)
            line.append(decimal: Int128(event.index))
            line.append(copying: name)
            guard line.append(wholeNumbers: event.arguments) else { return false }
            line.append(copying: JSONFragment.result)
            line.append(decimal: result)
            line.append(copying: JSONFragment.nothingElse)
            line.append(decimal: Int128(event.nanoseconds))
            line.append(JSONFragment.start, event.start)
            line.append(JSONFragment.worker, event.worker)
            line.append(copying: JSONFragment.end)
            return true
        }
    }

    /// Makes the line of an expectation of a whole number that held; false for any other.
    mutating func writePlain(_ event: ExpectationEvent) -> Bool {
        guard event.isHeld, event.condition == nil, case .number(.integer(let expected)) = event.expected,
            case .number(.integer(let actual))? = event.actual
        else { return false }
        let (path, file, place) = (pathMembers(of: event.path), fileName(of: event.range), event.range.start)
        let room = JSONFragment.room + path.count + file.count + 6 * Int128.mostDigits
        return write(atMost: room) { line in
            line.append(copying: JSONFragment.expectation)
            line.append(decimal: Int128(event.index))
            line.append(copying: path)
            line.append(copying: JSONFragment.held)
            line.append(decimal: expected)
            line.append(copying: JSONFragment.actual)
            line.append(decimal: actual)
            line.append(copying: JSONFragment.place)
            line.append(copying: file)
            line.append(decimal: Int128(place.line))
            line.append(UInt8(ascii: ":"))
            line.append(decimal: Int128(place.column))
            line.append(UInt8(ascii: "\""))
            line.append(JSONFragment.worker, event.worker)
            line.append(copying: JSONFragment.end)
            return true
        }
    }
}

extension CallEvent {
    /// True if the call left nothing but its result.
    fileprivate var hasResultAlone: Bool {
        out.isEmpty && errno == 0 && hooks.isEmpty && circumstances == nil && function == nil
    }
}

extension OutputSpan<UInt8> {
    /// Appends a member that is absent if it has no value.
    fileprivate mutating func append(_ part: [UInt8], _ number: (some FixedWidthInteger)?) {
        guard let number else { return }
        append(copying: part)
        append(decimal: Int128(number))
    }

    /// Appends the elements of an array; false if one is not an integer.
    fileprivate mutating func append(wholeNumbers values: [Value]) -> Bool {
        for (place, value) in values.enumerated() {
            guard case .number(.integer(let number)) = value else { return false }
            if place > 0 { append(UInt8(ascii: ",")) }
            append(decimal: number)
        }
        return true
    }
}
