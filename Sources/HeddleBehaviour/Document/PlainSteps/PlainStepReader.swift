// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// Reads plain steps, without making anything but ``PlainStep`` of them.
///
/// What it reads is right by form; what it does not, may be: then the whole reading has to say.
package struct PlainStepReader: Sendable {
    /// The step that was read last.
    package internal(set) var step = PlainStep()
    let bytes: [UInt8]
    var position = 0
    private var names: NameInterner

    /// - Parameter source: a text that is JSON.
    init(_ source: SourceText) {
        bytes = source.bytes
        names = NameInterner(in: source.bytes)
    }

    /// What the step calls, as it is written.
    var name: String { names.name(step.call) }

    /// Reads the step that begins at an offset into ``step``. False where it is not plain.
    ///
    /// - Complexity: O(length of the step).
    package mutating func read(at offset: Int) -> Bool {
        position = offset
        step.arguments.removeAll(keepingCapacity: true)
        step.save = nil
        step.expectation = nil
        step.conditions.removeAll(keepingCapacity: true)
        var keys = KnownKeys()
        guard takes("{") else { return false }
        repeat {
            guard let key = readKey(), keys.isNew(key), readValue(of: key) else { return false }
        } while takes(",")
        return takes("}") && keys.has(.call)
    }

    // MARK: Members

    /// The keys of a plain step, by the bytes of their names as one number.
    private enum Key: UInt64 {
        case call = 0x63_61_6c_6c
        case with = 0x77_69_74_68
        case save = 0x73_61_76_65
        case expect = 0x65_78_70_65_63_74
        case result = 0x72_65_73_75_6c_74
    }

    /// The keys that have been met in a step.
    private struct KnownKeys {
        private var met: (call: Bool, with: Bool, save: Bool, expect: Bool) = (false, false, false, false)

        mutating func isNew(_ key: Key) -> Bool {
            defer { note(key) }
            return !has(key)
        }

        func has(_ key: Key) -> Bool {
            switch key {
            case .call: met.call
            case .with: met.with
            case .save: met.save
            case .expect: met.expect
            case .result: true
            }
        }

        private mutating func note(_ key: Key) {
            switch key {
            case .call: met.call = true
            case .with: met.with = true
            case .save: met.save = true
            case .expect: met.expect = true
            case .result: break
            }
        }
    }

    private mutating func readKey() -> Key? { readWord().flatMap(Key.init) }

    private mutating func readValue(of key: Key) -> Bool {
        switch key {
        case .call:
            guard let name = readText(), !name.isEmpty, let number = names.number(of: name) else { return false }
            step.call = number
            return true
        case .with: return readArguments()
        case .save:
            step.save = readName()
            return step.save != nil
        case .expect: return readExpectation()
        case .result: return false
        }
    }

    private mutating func readArguments() -> Bool {
        guard takes("[") else { return false }
        if takes("]") { return true }
        repeat {
            guard let argument = readArgument() else { return false }
            step.arguments.append(argument)
        } while takes(",")
        return takes("]")
    }

    private mutating func readArgument() -> PlainStep.Argument? {
        guard takes("{") else { return readLiteral().map(PlainStep.Argument.literal) }
        guard readWord() == Self.reference, let name = readName(), takes("}") else { return nil }
        return .saved(name)
    }

    /// `ref` as ``readWord()`` has it.
    private static let reference: UInt64 = 0x72_65_66
}

// MARK: - Expectations

extension PlainStepReader {
    fileprivate mutating func readExpectation() -> Bool {
        guard takes("{") else { return false }
        skipWhitespace()
        let start = position
        guard readKey() == .result else { return false }
        let hasOperators = takes("{")
        guard hasOperators ? readOperators() : readEquality() else { return false }
        step.expectation = PlainStep.Expectation(bytes: start..<position, hasOperators: hasOperators)
        return takes("}")
    }

    private mutating func readEquality() -> Bool {
        guard let literal = readLiteral() else { return false }
        step.conditions.append(PlainStep.Condition(word: .eq, operand: literal))
        return true
    }

    private mutating func readOperators() -> Bool {
        repeat {
            guard let word = readWord().flatMap(Self.comparison), let literal = readLiteral(),
                word.compares(with: literal), !step.conditions.contains(where: { $0.word == word })
            else { return false }
            step.conditions.append(PlainStep.Condition(word: word, operand: literal))
        } while takes(",")
        return takes("}")
    }

    /// The operators that compare with one literal.
    private static func comparison(_ word: UInt64) -> ConditionOperator? {
        switch word {
        case 0x65_71: .eq
        case 0x6e_65: .ne
        case 0x6c_74: .lt
        case 0x6c_65: .le
        case 0x67_74: .gt
        case 0x67_65: .ge
        default: nil
        }
    }
}

extension ConditionOperator {
    /// Truth has no order.
    fileprivate func compares(with literal: PlainLiteral) -> Bool {
        if isOrder, case .bool = literal { return false }
        return true
    }
}
