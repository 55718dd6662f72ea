// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The values behind a pointer that is an argument of a callback, where its declaration counts them or ends them by null.
struct ArgumentExtent: Sendable {
    /// A text is a run of bytes up to its NUL.
    let run: CountedBuffer
    /// The parameter, as messages name it.
    private let name: String

    /// Nil where the declaration says nothing of that sort.
    init?(_ parameter: Int, of shape: CallShape) {
        switch shape.parameters[parameter] {
        case .run(let run): self.run = run
        case .value(.text), .value(.sharedText): run = .text
        case .value, .pointed, .received, .instance: return nil
        }
        name = shape.signature.name(of: parameter)
    }

    /// True if it is known how many values there are, and not only where they end.
    var isCounted: Bool { run.count != .untilNull }
    /// True if the values are bytes.
    var hasBytes: Bool { run.stride == 1 }

    /// The number of bytes that are there, without the null that ends a run.
    ///
    /// - Throws: that they cannot be counted, or not be read.
    func bytes(at address: UInt, in arguments: ArgumentList) throws(ExpressionFault) -> Int {
        guard let count = arguments.count(run.count) else {
            throw ExpressionFault("the elements of \(name) cannot be counted")
        }
        return try run.bytes(of: count, at: address, named: name)
    }

    /// Says why there is no value of a number, counted from 0; nil where there is one. The null that ends a run is one.
    ///
    /// - Parameters:
    ///   - size: that of the values, in bytes. A cast may take them for others than those that are declared.
    ///   - address: that of the first one.
    func absence(of number: Int, size: Int, at address: UInt, in arguments: ArgumentList) -> String? {
        let (bytes, overflows) = (number + 1).multipliedReportingOverflow(by: size)
        if overflows { return "no memory has so much" }
        let least = bytes / run.stride + (bytes % run.stride == 0 ? 0 : 1)
        if run.count != .untilNull {
            guard let count = arguments.count(run.count) else { return "the elements of \(name) cannot be counted" }
            if least > count { return "\(name) has \(counted(count, run.unit))" }
        }
        guard run.count.endsWithNull else { return nil }
        guard let count = run.valuesBeforeNull(from: address, atMost: least) else {
            return "the memory of \(name) cannot be read"
        }
        return count < least - 1 ? "\(name) ends behind \(counted(count, run.unit))" : nil
    }
}

extension CountedBuffer {
    /// The number of values of a size for which there is room, where the declaration says a number.
    func constantCount(ofSize size: Int) -> Int? {
        let number: Int
        switch count {
        case .constant(let count), .terminated(.constant(let count)): number = count
        default: return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: stride)
        return overflows ? nil : bytes / max(1, size)
    }

    /// The number of bytes of so many values, or of those before the null that ends a run.
    ///
    /// - Throws: that there are more than any memory has, or that they cannot be read.
    func bytes(of count: Int, at address: UInt, named name: String) throws(ExpressionFault) -> Int {
        let length = self.count.endsWithNull ? valuesBeforeNull(from: address, atMost: count) : count
        guard let length else { throw ExpressionFault("the memory of \(name) cannot be read") }
        let (bytes, overflows) = length.multipliedReportingOverflow(by: stride)
        if overflows { throw ExpressionFault("\(name) has more than any memory has") }
        return bytes
    }
}
