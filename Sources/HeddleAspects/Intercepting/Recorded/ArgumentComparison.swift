// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// Compares the arguments of a call with those of a recorded one.
struct ArgumentComparison {
    /// A part of an argument that differs.
    struct Difference {
        /// The argument, with the path to the part.
        let path: String
        let expected: Value?
        let actual: Value?
    }

    private(set) var differences: [Difference] = []
    /// The arguments that agree.
    private(set) var agreeing: [String] = []
    /// The names that stand for a handle from this call on, if it receives the answer.
    private(set) var bound: [String: Handle] = [:]
    private let names: HandleNames

    init(_ expected: RecordedAnswer.Arguments, _ call: any ObservedCall, _ names: HandleNames) {
        self.names = names
        let (signature, actual) = (call.signature, call.arguments)
        switch expected {
        case .any: break
        case .positional(let values):
            for index in 0..<max(values.count, actual.count) {
                compare(values.at(index), actual.at(index), signature.argument(index))
            }
        case .named(let members):
            for member in members {
                let index = signature.position(ofArgument: member.name)
                compare(member.value, index.flatMap { actual.at($0) }, signature.argument(index ?? actual.count))
            }
        }
    }

    /// True if the call matches.
    var isEqual: Bool { differences.isEmpty }

    private mutating func compare(_ expected: Value?, _ actual: Value?, _ argument: (name: String, isSecret: Bool)) {
        let before = differences.count
        compare(expected, actual, at: argument.name)
        if differences.count == before {
            agreeing.append(argument.name)
        } else if argument.isSecret {
            differences[before...] = [Difference(path: argument.name, expected: .secret, actual: .secret)]
        }
    }

    private mutating func compare(_ expected: Value?, _ actual: Value?, at path: String) {
        switch (expected, actual) {
        case (let expected?, .handle(let handle)?): compare(expected, handle, at: path)
        case (.array(let wanted)?, .array(let elements)?) where wanted.count == elements.count:
            for index in wanted.indices { compare(wanted[index], elements[index], at: "\(path)[\(index)]") }
        case (.object(let wanted)?, .object?):
            for member in wanted {
                let part = actual?.part(at: PartPath([.member(member.name)]))
                compare(member.value, part, at: "\(path).\(member.name)")
            }
        case (let expected?, let actual?) where actual.isEqual(to: expected): break
        default: differences.append(Difference(path: path, expected: expected, actual: actual))
        }
    }

    /// A name that is still unused takes the first handle that comes.
    private mutating func compare(_ expected: Value, _ handle: Handle, at path: String) {
        if let name = expected.handleName {
            if let known = names[name] ?? bound[name] {
                if known == handle { return }
            } else {
                bound[name] = handle
                return
            }
        }
        differences.append(Difference(path: path, expected: expected, actual: .handle(handle)))
    }
}

extension ArgumentComparison.Difference {
    /// `buf is "hellp", not "hello"`
    var words: String {
        switch (expected, actual) {
        case (nil, let actual?): "\(path) is \(actual.excerpt(limit: 60)), and there was none"
        case (let expected?, nil): "\(path) is missing, it was \(expected.excerpt(limit: 60))"
        case (let expected?, let actual?): "\(path) is \(actual.excerpt(limit: 60)), not \(expected.excerpt(limit: 60))"
        case (nil, nil): path
        }
    }
}

extension Array {
    fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Signature {
    /// The name of an argument that a caller gives; a variadic one has its number.
    fileprivate func argument(_ index: Int) -> (name: String, isSecret: Bool) {
        guard given.indices.contains(index) else { return ("argument \(index + 1)", false) }
        return (name(of: given[index]), parameters[given[index]].isSecret)
    }
}
