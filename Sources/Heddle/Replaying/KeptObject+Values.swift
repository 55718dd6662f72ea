// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics

extension KeptObject {
    func value(_ name: String) throws(Diagnostic) -> Value { try node(name).value.asWritten }

    func values(_ name: String) throws(Diagnostic) -> [Value] { try elements(name).map(\.value.asWritten) }

    func members(_ name: String) throws(Diagnostic) -> [Value.Member] {
        let node = try node(name)
        guard case .object(let members) = node.value else { throw .unexpected("an object", at: node) }
        return members.map { .init($0.name, $0.value.asWritten) }
    }

    /// An action, whose name is what stands behind the last dot: C has none in its names.
    func action(_ name: String) throws(Diagnostic) -> ActionName {
        let text = try text(name)
        guard let dot = text.lastIndex(of: ".") else {
            throw .unexpected("a module and an action with a dot between them", at: try node(name))
        }
        return ActionName(module: String(text[..<dot]), action: String(text[text.index(after: dot)...]))
    }

    // MARK: Where something is absent

    func ifThere<Found>(
        _ name: String, _ read: (String) throws(Diagnostic) -> Found
    ) throws(Diagnostic) -> Found? {
        has(name) ? try read(name) : nil
    }

    var worker: Int? { get throws(Diagnostic) { try ifThere("worker", integer) } }

    /// The place that `at` says, with what `quote` says of its line.
    func place() throws(Diagnostic) -> SourceRange {
        let at = try text("at")
        guard let place = KeptPlace(at) else { throw .unexpected("file:line:column", at: try node("at")) }
        guard has("quote") else { return place.range }
        let quote = try object("quote")
        return place.range(
            in: try quote.text("text"), from: try quote.integer("column"), width: try quote.integer("width"))
    }
}

extension Value {
    /// The value that is written like this: bytes and handles are objects in JSON.
    fileprivate var asWritten: Value {
        switch self {
        case .array(let elements): .array(elements.map(\.asWritten))
        case .object(let members): Self.special(members) ?? .object(members.map { .init($0.name, $0.value.asWritten) })
        default: self
        }
    }

    /// What is written otherwise than it was read stays an object.
    private static func special(_ members: [Member]) -> Value? {
        guard let read = bytes(members) ?? handle(members), read.json == Value.object(members).json else { return nil }
        return read
    }

    private static func bytes(_ members: [Member]) -> Value? {
        guard members.map(\.name) == ["bytes"], case .string = members[0].value else { return nil }
        return try? Value.read(SourceText(name: "bytes", Value.object(members).json))
    }

    private static func handle(_ members: [Member]) -> Value? {
        guard members.map(\.name) == ["handle", "type"], case .number(let number) = members[0].value,
            case .string(let type) = members[1].value, let id = number.integer.flatMap(UInt64.init(exactly:))
        else { return nil }
        return .handle(Handle(id: id, type: type))
    }
}
