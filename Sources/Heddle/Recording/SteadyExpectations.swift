// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The expectation of a part of an outcome after several runs: the value if all runs had the same, or else the
/// strongest that holds for all of them.
struct SteadyExpectations {
    /// The expectations by their paths, in order.
    private(set) var members: [Value.Member] = []
    /// The paths under which a value is expected exactly.
    private var exact: [String] = []
    /// The parts that differed between runs, for which no exact value is expected.
    private(set) var unsteady: [(path: String, values: [Value])] = []
    /// For each run the names of the saved handles, by their numbers.
    private let names: [[UInt64: String]]

    init(names: [[UInt64: String]]) {
        self.names = names
    }

    /// Returns whether an expectation determines the whole value at a path.
    func isExact(_ path: String) -> Bool {
        exact.contains { path == $0 || path.hasPrefix("\($0).") || path.hasPrefix("\($0)[") }
    }

    /// Expects something in the place of what would be expected there otherwise.
    mutating func put(_ expectation: Value, at path: String) {
        let member = Value.Member(path, expectation)
        guard let place = members.firstIndex(where: { $0.name == path }) else { return members.append(member) }
        members[place] = member
    }

    /// Adds what can be expected of a part.
    ///
    /// - Parameters:
    ///   - values: its values, one for each run; at least one.
    ///   - type: the type that they have in C; `void` for what has none.
    mutating func add(_ values: [Value], as type: CType, at path: String) {
        let first = values[0]
        if !first.hasHandle, values.allSatisfy(first.isEqual), let literal = first.expected(as: type) {
            exact.append(path)
            return members.append(.init(path, literal))
        }
        switch first {
        case .handle: addHandles(values, at: path)
        case .array(let elements): addElements(values, elements.count, as: type, at: path)
        case .object(let fields): addFields(values, fields.map(\.name), as: type, at: path)
        case .bytes(let bytes): addBytes(values, bytes.count, at: path)
        case .string: addPresence(values, at: path)
        case .null, .bool, .number: unsteady.append((path, values))
        }
    }

    // MARK: Sorts of values

    private mutating func addHandles(_ values: [Value], at path: String) {
        let names = zip(values, self.names).map { value, names in
            if case .handle(let handle) = value { names[handle.id] } else { String?.none }
        }
        if let name = names[0], names.allSatisfy({ $0 == name }) {
            exact.append(path)
            return members.append(.init(path, .object([.init("ref", .string(name))])))
        }
        guard values.allSatisfy(\.isHandle) else { return unsteady.append((path, values)) }
        members.append(.init(path, .notNull))
    }

    /// A part that differs is reported, and expected to be present.
    private mutating func addPresence(_ values: [Value], at path: String) {
        unsteady.append((path, values))
        if !values.contains(.null) { members.append(.init(path, .notNull)) }
    }

    private mutating func addBytes(_ values: [Value], _ count: Int, at path: String) {
        let areAlike = values.allSatisfy { if case .bytes(let bytes) = $0 { bytes.count == count } else { false } }
        guard areAlike else { return addPresence(values, at: path) }
        unsteady.append((path, values))
        members.append(.init(path, .length(count)))
    }

    private mutating func addElements(_ values: [Value], _ count: Int, as type: CType, at path: String) {
        let arrays = values.compactMap { if case .array(let elements) = $0 { elements } else { nil } }
        guard arrays.count == values.count, arrays.allSatisfy({ $0.count == count }) else {
            return addPresence(values, at: path)
        }
        members.append(.init(path, .length(count)))
        if count > Self.mostElements { return unsteady.append((path, values)) }
        for index in 0..<count {
            add(arrays.map { $0[index] }, as: type.part(.element(index)), at: "\(path)[\(index)]")
        }
    }

    private mutating func addFields(_ values: [Value], _ names: [String], as type: CType, at path: String) {
        for name in names {
            let fields = values.compactMap { $0.part(at: PartPath([.member(name)])) }
            if fields.count == values.count { add(fields, as: type.part(named: name), at: "\(path).\(name)") }
        }
    }

    /// As many elements as somebody would look at one by one.
    private static let mostElements = 64
}

extension Value {
    fileprivate static let notNull = Value.object([.init("null", .bool(false))])

    fileprivate static func length(_ count: Int) -> Value {
        .object([.init("length", .number(.integer(Int128(count))))])
    }

    fileprivate var isHandle: Bool { if case .handle = self { true } else { false } }

    fileprivate var hasHandle: Bool {
        switch self {
        case .handle: true
        case .array(let elements): elements.contains(where: \.hasHandle)
        case .object(let members): members.contains(where: \.value.hasHandle)
        case .null, .bool, .number, .string, .bytes: false
        }
    }

    /// The value as what is expected; nil for one that a behaviour would read as something else.
    fileprivate func expected(as type: CType) -> Value? {
        let form = avoidingSpecialNames(as: type)
        if form.looksSpecial { return nil }
        guard case .object(let members) = form else { return form }
        let areOperators = members.allSatisfy { ConditionWords.has($0.name) }
        return areOperators ? .object([.init(ConditionOperator.eq.rawValue, form)]) : form
    }

    /// True if a behaviour takes it, or a part of it, for a reference or for bytes.
    private var looksSpecial: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.looksSpecial)
        case .object(let members):
            members.count == 1 && members[0].isSpecial || members.areSlice
                || members.contains(where: \.value.looksSpecial)
        default: false
        }
    }
}
