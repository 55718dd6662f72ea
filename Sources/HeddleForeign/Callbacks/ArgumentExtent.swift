// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// How much stands behind a pointer that is an argument of a callback, as its declaration says.
struct ArgumentExtent: Sendable {
    enum Content: Sendable {
        /// So many bytes: those of one value.
        case bytes(Int)
        /// The values of a counted run.
        case run(CountedBuffer)
        /// The characters of a text, and the NUL behind them.
        case text
    }

    let content: Content
    /// The parameter, as messages name it.
    private let name: String

    /// Nil where the declaration does not say how much there is.
    init?(_ parameter: Int, of shape: CallShape) {
        switch shape.parameters[parameter] {
        case .pointed(let layout, _): content = .bytes(layout.size)
        case .run(let run): content = .run(run)
        case .value(.text), .value(.sharedText): content = .text
        case .value, .received, .instance: return nil
        }
        name = shape.signature.name(of: parameter)
    }

    /// Says why there is no value of a number, counted from 0; nil where there is one.
    ///
    /// - Parameters:
    ///   - size: that of the values, in bytes. A cast may take them for others than those that are declared.
    ///   - address: that of the first one.
    func absence(of number: Int, size: Int, at address: UInt, in arguments: ArgumentList) -> String? {
        let end = (number + 1).multipliedReportingOverflow(by: size)
        if end.overflow { return "no memory has so much" }
        switch content {
        case .bytes(let bytes): return end.partialValue <= bytes ? nil : "\(name) points to one value"
        case .text: return Self.characters.flaw(before: end.partialValue, at: address, name)
        case .run(let run):
            if run.count != .untilNull {
                guard let count = arguments.count(run.count) else { return "the elements of \(name) cannot be counted" }
                if (end.partialValue + run.stride - 1) / run.stride > count {
                    return "\(name) has \(counted(count, run.unit))"
                }
            }
            return run.count.endsWithNull ? run.flaw(before: end.partialValue, at: address, name) : nil
        }
    }

    private static let characters = CountedBuffer(content: .bytes, direction: .in, count: .untilNull, written: nil)
}

extension CountedBuffer {
    /// Says why not so many bytes stand before the end of a list, whose last value is null or 0; nil where they do.
    fileprivate func flaw(before bytes: Int, at address: UInt, _ name: String) -> String? {
        let most = (bytes + stride - 1) / stride
        guard let count = valuesBeforeNull(from: address, atMost: most) else {
            return "the memory of \(name) cannot be read"
        }
        return count < most - 1 ? "\(name) ends behind \(counted(count, unit))" : nil
    }
}
