// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The state of an argument.
package enum Argument: Hashable, Sendable {
    /// Its value.
    case value(Value)
    /// It was not given.
    case absent
    /// It will be given, but is not known before the run.
    case unknown
    /// It will be given, and is an object of the caller's with so many bytes.
    case object(bytes: Int)
}

extension Signature {
    /// The states of all arguments of a call that is given some by position; others are absent.
    package func arguments(given values: [Value]) -> [Argument] {
        var all = [Argument](repeating: .absent, count: parameters.count)
        for (index, value) in zip(given(byPosition: values.count) ?? given, values) { all[index] = .value(value) }
        return all
    }
}
