// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension CallEvent {
    /// The number of the step that the line of a call tells of; nil for the line of another event.
    package static func step(ofLine line: ArraySlice<UInt8>) -> Int? {
        var reader = PlainLineReader(rest: line)
        return reader.take(JSONFragment.call) ? reader.takeNumber() : nil
    }

    /// Reads the line of a call.
    ///
    /// - Parameter known: the action of a line before, which is mostly the same.
    /// - Throws: what is wrong with it.
    package init(line: ArraySlice<UInt8>, knowing known: ActionName?) throws(Diagnostics) {
        if let plain = CallEvent(plainLine: line, knowing: known) {
            self = plain
            return
        }
        let source = SourceText(name: "run", bytes: Array(line))
        guard case .call(let call) = try Event(kept: source) else {
            throw Diagnostics([Diagnostic(code: .report(.form), "this line is no call", at: source.whole)])
        }
        self = call
    }

    /// Reads the line of a call that took whole numbers, returned one and left nothing else, as
    /// ``JSONLine/writePlain(_:)`` makes it; nil for any other line, which ``Event/init(kept:)`` reads.
    ///
    /// Nearly all lines of a long run are of this form, and read like this they cost a tenth.
    ///
    /// - Parameter known: the action of a line before, which is mostly the same.
    init?(plainLine line: ArraySlice<UInt8>, knowing known: ActionName?) {
        var reader = PlainLineReader(rest: line)
        guard reader.take(JSONFragment.call), let index = reader.takeNumber(), index >= 0,
            reader.take(JSONFragment.name), let call = reader.takeAction(known), reader.take(JSONFragment.arguments),
            let arguments = reader.takeNumbers(), reader.take(JSONFragment.result), let result = reader.takeNumber(),
            reader.take(JSONFragment.nothingElse), let nanoseconds = reader.takeNumber().flatMap(UInt64.init(exactly:)),
            reader.rest.elementsEqual(JSONFragment.close)
        else { return nil }
        self.init(
            index: Int(index), call: call, arguments: arguments, status: .returned(.number(.integer(Int128(result)))),
            nanoseconds: nanoseconds)
    }
}

/// Takes the parts of a line off its front.
private struct PlainLineReader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ part: [UInt8]) -> Bool {
        guard rest.starts(with: part) else { return false }
        rest.removeFirst(part.count)
        return true
    }

    /// A whole number of at most 18 digits, as there are nearly all; nil for others and for -0.
    mutating func takeNumber() -> Int? {
        let isNegative = rest.first == UInt8(ascii: "-")
        var (number, end) = (0, rest.startIndex + (isNegative ? 1 : 0))
        let start = end
        while end < rest.endIndex, case let digit = Int(rest[end]) - Int(UInt8(ascii: "0")), 0...9 ~= digit {
            number = number &* 10 &+ digit
            end += 1
        }
        guard 1...18 ~= end - start, !isNegative || number != 0 else { return nil }
        rest = rest[end...]
        return isNegative ? -number : number
    }

    mutating func takeNumbers() -> [Value]? {
        var numbers: [Value] = []
        while rest.first != UInt8(ascii: "]") {
            if !numbers.isEmpty, rest.popFirst() != UInt8(ascii: ",") { return nil }
            guard let number = takeNumber() else { return nil }
            numbers.append(.number(.integer(Int128(number))))
        }
        return numbers
    }

    /// A name without escapes, up to its quote.
    mutating func takeAction(_ known: ActionName?) -> ActionName? {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let name = rest[..<end]
        rest = rest[end...]
        if let known, name.elementsEqual(known.description.utf8) { return known }
        return name.contains(UInt8(ascii: "\\")) ? nil : ActionName(parsing: String(decoding: name, as: UTF8.self))
    }
}
