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
            reader.take(JSONFragment.nothingElse), let nanoseconds = reader.takeNumber().flatMap(UInt64.init(exactly:))
        else { return nil }
        let start = reader.take(JSONFragment.start, UInt64.self)
        let worker = reader.take(JSONFragment.worker, UInt32.self)
        guard reader.isAtEnd else { return nil }
        self.init(
            index: index, call: call, arguments: arguments, status: .returned(.number(.integer(Int128(result)))),
            nanoseconds: nanoseconds)
        self.start = start
        self.worker = worker.map(Int.init)
    }
}
