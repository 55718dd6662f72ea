// SPDX-License-Identifier: Apache-2.0

import CCallBarrier
internal import HeddleDeclarations
package import HeddleForeign

/// The outcome of one call.
struct Reply: Equatable {
    let result: Value?
    let out: [Value.Member]
    let errno: Int32
    let failure: Failure?
}

/// Values that do not fit.
struct Misfits: Error, Equatable {
    let all: [CrossingError]
}

/// Serves calls that nobody listens to; without it their modules would reach the host of another test.
private let silence = HostServices(log: { _ in }, emit: { _, _ in }, find: { _ in nil })

extension Action {
    /// Makes one call with the values that a caller gives by position.
    ///
    /// - Throws: ``Misfits``
    @discardableResult
    func call(_ values: Value...) throws -> Reply {
        let given = signature.given
        return try call(
            signature.parameters.indices.map { index in
                let place = given.firstIndex(of: index)
                return place.flatMap { values.indices.contains($0) ? .value(values[$0]) : nil } ?? .absent
            })
    }

    /// Makes one call with an argument for each parameter.
    func call(_ arguments: [Argument]) throws -> Reply {
        let call = PreparedCall(self)
        let misfits = call.encode(arguments)
        guard misfits.isEmpty else { throw Misfits(all: misfits) }
        if unsafe heddle_host_context() == nil { silence.serve { _ = call.invoke() } } else { call.invoke() }
        let reply = Reply(result: call.result, out: call.outputs, errno: call.savedErrno, failure: call.failure)
        call.settleOwnership()
        return reply
    }

    /// Why one call cannot be made, in words.
    func misfits(_ arguments: Argument...) -> [String] {
        PreparedCall(self).encode(arguments).map { "\($0.parameter ?? -1): \($0.found), not \($0.expected)" }
    }
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .value(.number(.integer(Int128(value)))) }
}

extension Value {
    /// A whole number.
    static func whole(_ number: Int128) -> Value { .number(.integer(number)) }
    /// Any number, by its text.
    static func decimal(_ text: String) -> Value { .number(.decimal(text)) }
}

extension Value {
    /// The type of a handle; nil for other values.
    var handleType: String? { if case .handle(let handle) = self { handle.type } else { nil } }
}
