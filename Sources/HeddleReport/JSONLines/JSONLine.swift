// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// One line of JSON in the making. The buffer is kept from line to line, so that a line seldom allocates.
///
/// The functions with a member's name are inlined so that the compiler makes one literal of the name and its
/// punctuation: a line costs a third as much.
struct JSONLine {
    /// The line in UTF-8.
    private(set) var bytes: [UInt8] = []
    private var sourceNames = KeptPart<String>()
    private var calls = KeptPart<ActionName>()
    private var paths = KeptPart<String>()

    /// The line.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Makes a line anew: one object, and the end of the line.
    @inline(__always)
    mutating func write(_ event: String, _ members: (inout JSONLine) -> Void) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append("{\"event\":\"" + event + "\"")
        members(&self)
        bytes.append("}\n")
    }

    /// Makes a text anew that is one object, without an end of the line.
    mutating func object(_ members: (inout JSONLine) -> Void) {
        bytes.removeAll(keepingCapacity: true)
        nested(members)
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ number: some FixedWidthInteger) {
        key(name, isFirst)
        bytes.append(decimal: Int128(number))
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ isTrue: Bool) {
        key(name, isFirst)
        bytes.append(isTrue ? "true" : "false")
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ value: Value) {
        key(name, isFirst)
        value.appendJSON(to: &bytes)
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ text: String) {
        key(name, isFirst)
        string(text)
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ action: ActionName) {
        key(name, isFirst)
        string(of: action)
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ place: SourceRange) {
        key(name, isFirst)
        location(of: place)
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ elements: [Value]) {
        key(name, isFirst)
        array(elements) { $1.appendJSON(to: &$0.bytes) }
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ members: [Value.Member]) {
        key(name, isFirst)
        object(members)
    }

    @inline(__always)
    mutating func member(_ name: String, isFirst: Bool = false, _ texts: [String]) {
        key(name, isFirst)
        array(texts) { $0.string($1) }
    }

    /// Writes a member that is absent if it has no value.
    @inline(__always)
    mutating func member(_ name: String, _ number: (some FixedWidthInteger)?) {
        if let number { member(name, number) }
    }

    /// Writes a member that is an object.
    @inline(__always)
    mutating func object(_ name: String, isFirst: Bool = false, _ members: (inout JSONLine) -> Void) {
        key(name, isFirst)
        nested(members)
    }

    /// Writes a member that is an array of objects.
    @inline(__always)
    mutating func objects<Element>(
        _ name: String, isFirst: Bool = false, _ elements: [Element], _ members: (inout JSONLine, Element) -> Void
    ) {
        key(name, isFirst)
        array(elements) { line, element in line.nested { members(&$0, element) } }
    }

    @inline(__always)
    private mutating func key(_ name: String, _ isFirst: Bool) {
        bytes.append((isFirst ? "\"" : ",\"") + name + "\":")
    }
}

// MARK: - Parts

extension JSONLine {
    /// Begins a line anew, with the beginning of its one object.
    mutating func begin(_ part: [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes += part
    }

    /// Writes a line of at most a number of bytes in place; false if `body` cannot write it.
    @inline(__always)
    mutating func write(atMost room: Int, _ body: (inout OutputSpan<UInt8>) -> Bool) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        var isWhole = false
        bytes.append(addingCapacity: room) { isWhole = body(&$0) }
        return isWhole
    }

    /// Appends a part as it is.
    mutating func append(_ part: [UInt8]) { bytes += part }

    mutating func append(_ number: some FixedWidthInteger) { bytes.append(decimal: Int128(number)) }

    mutating func append(_ value: Value) { value.appendJSON(to: &bytes) }

    /// A call's name as a member, and the beginning of its arguments.
    mutating func nameMembers(of action: ActionName) -> [UInt8] {
        calls.bytes(for: action) { action, line in
            line.member("call", action)
            line.append(Array(#","with":["#.utf8))
        }
    }

    /// The path of an expectation as a member.
    mutating func pathMembers(of path: String) -> [UInt8] {
        paths.bytes(for: path) { $1.member("path", $0) }
    }

    /// The beginning of a place.
    mutating func fileName(of place: SourceRange) -> [UInt8] {
        sourceNames.bytes(for: place.source.name) { name, line in
            line.string(name)
            line.bytes[line.bytes.count - 1] = UInt8(ascii: ":")
        }
    }
}

extension JSONLine {
    private mutating func array<Element>(_ elements: [Element], _ write: (inout JSONLine, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func nested(_ members: (inout JSONLine) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func object(_ members: [Value.Member]) {
        if members.isEmpty { return bytes.append("{}") }
        for (index, member) in members.enumerated() {
            bytes.append(index > 0 ? UInt8(ascii: ",") : UInt8(ascii: "{"))
            string(member.name)
            bytes.append(UInt8(ascii: ":"))
            member.value.appendJSON(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func location(of place: SourceRange) {
        let position = place.start
        bytes += fileName(of: place)
        bytes.append(decimal: Int128(position.line))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: Int128(position.column))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func string(of action: ActionName) {
        guard action.module.isPlain, action.action.isPlain else { return string(action.description) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(action.module)
        bytes.append(UInt8(ascii: "."))
        bytes.append(action.action)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func string(_ string: String) {
        guard string.isPlain else { return Value.string(string).appendJSON(to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(string)
        bytes.append(UInt8(ascii: "\""))
    }
}

/// A part of a line that is mostly the same as in the line before: it is made only where what it tells has changed.
struct KeptPart<Subject: Equatable> {
    private var subject: Subject?
    private var bytes: [UInt8] = []

    /// The value that a function derives from the subject.
    mutating func bytes(for subject: Subject, _ make: (Subject, inout JSONLine) -> Void) -> [UInt8] {
        if self.subject == subject { return bytes }
        var line = JSONLine()
        make(subject, &line)
        (self.subject, bytes) = (subject, line.bytes)
        return bytes
    }
}

extension String {
    /// True if no character needs an escape in JSON.
    fileprivate var isPlain: Bool {
        let bytes = utf8Span.span
        // A loop to the end, which the compiler makes of many bytes at once.
        var (special, index) = (UInt8(0), 0)
        while index < bytes.count {
            let byte = bytes[index]
            special |= byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
            index &+= 1
        }
        return special == 0
    }
}
