// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension EventDecoder {
    func value(_ name: String) throws(Diagnostic) -> Value { try node(name).asWritten }

    func values(_ name: String) throws(Diagnostic) -> [Value] { try elements(name).map { $0.asWritten } }

    func members(_ name: String) throws(Diagnostic) -> [Value.Member] {
        try read(name, .members).map { .init($0.name, $0.value.asWritten) }
    }

    /// An action by `module.action`.
    func action(_ name: String) throws(Diagnostic) -> ActionName {
        guard let action = ActionName(parsing: try text(name)) else {
            throw .unexpected("a module and an action with a dot between them", at: try node(name))
        }
        return action
    }

    // MARK: Where something is absent

    func ifThere<Found>(
        _ name: String, _ read: (String) throws(Diagnostic) -> Found
    ) throws(Diagnostic) -> Found? {
        has(name) ? try read(name) : nil
    }

    /// Numbers of workers are added to those of other parts, so they must be small.
    var worker: Int? {
        get throws(Diagnostic) {
            let number: UInt32? = try ifThere("worker", integer)
            return number.map(Int.init)
        }
    }

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

extension JSONNode {
    /// The value that is written like this: bytes and handles are objects in JSON, of names without escapes.
    fileprivate var asWritten: Value {
        switch content {
        case .array(let elements): return .array(elements.map(\.asWritten))
        case .object(let object):
            let members = Array(object.prefix(3))
            if let first = members.first, !first.nameRange.text.contains("\\") {
                if let special = Self.bytes(members) ?? Self.handle(members) { return special }
            }
            return .object(object.map { .init($0.name, $0.value.asWritten) })
        default: return value
        }
    }

    /// An object that is not in the form of bytes remains an object.
    private static func bytes(_ members: [JSONObject.Member]) -> Value? {
        guard members.map(\.name) == ["bytes"], case .text(let text) = members[0].value.content else { return nil }
        return HeddleDeclarations.bytes(fromBase64: text).map { .bytes($0) }
    }

    private static func handle(_ members: [JSONObject.Member]) -> Value? {
        guard members.map(\.name) == ["handle", "type"], case .number(let number) = members[0].value.content,
            case .text(let type) = members[1].value.content, let id = number.integer.flatMap(UInt64.init(exactly:))
        else { return nil }
        return .handle(Handle(id: id, type: type))
    }
}

extension FieldType where Read == JSONObject {
    fileprivate static var members: Self { Self(.kind(.object)) { $1.members($0) } }
}
