// SPDX-License-Identifier: Apache-2.0

extension ConditionOperator {
    /// Why a value cannot be compared with; nil for one that can.
    ///
    /// - Parameter mayName: whether a text may stand for a number, as the name of a constant does.
    package func mistake(in operand: Value, mayName: Bool = false) -> String? {
        switch (self, operand) {
        case (.eq, _), (.ne, _), (.contains, _), (.in, .array), (.null, .bool): return nil
        case (.lt, .number), (.le, .number), (.gt, .number), (.ge, .number): return nil
        case (.lt, .string), (.le, .string), (.gt, .string), (.ge, .string): return nil
        case (.near, .array(let pair)) where pair.count == 2: return mistake(inPair: pair, mayName: mayName)
        case (.matches, .string(let pattern)):
            return HeddleDeclarations.mistake(inPattern: pattern).map {
                "\(operand.kindDescription) is no regular expression for \"matches\": \($0.words)"
            }
        case (.length, .number(.integer(let length))) where (0...Int128(Int.max)).contains(length): return nil
        case (.length, .string) where mayName: return nil
        default: return unfit(operand)
        }
    }

    /// `[expected, tolerance]`, the tolerance not below 0.
    private func mistake(inPair pair: [Value], mayName: Bool) -> String? {
        for value in pair {
            switch value {
            case .number: continue
            case .string where mayName: continue
            default: return unfit(value, "two numbers, [expected, tolerance]")
            }
        }
        guard case .number(let tolerance) = pair[1], tolerance.compare(.integer(0)) == .less else { return nil }
        return unfit(pair[1], "a tolerance of 0 or more")
    }

    private func unfit(_ operand: Value, _ expected: String? = nil) -> String {
        "\"\(rawValue)\" compares with \(expected ?? self.operand), not with \(operand.kindDescription)"
    }
}
