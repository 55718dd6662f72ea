// SPDX-License-Identifier: Apache-2.0

internal import Declarations

extension Passing {
    /// Whether the callee gets an address, which may be null where the declaration allows it.
    var isPointer: Bool {
        if case .scalar = self { false } else { true }
    }

    /// Whether the action may write into what is passed.
    var isWritten: Bool {
        switch self {
        case .receivedPointer, .pointed(_, .out), .pointed(_, .inout), .buffer(.out, _, _), .buffer(.inout, _, _): true
        default: false
        }
    }

    /// What a behaviour must give, in words.
    var expectation: String {
        switch self {
        case .scalar(let scalar), .pointed(let scalar, _): scalar.expectation
        case .text: "a text"
        case .buffer: "a text or bytes"
        case .handle(let type): "a handle of \(type)"
        case .instance, .receivedPointer: "nothing"
        }
    }
}

extension Scalar {
    /// What a behaviour must give, in words.
    var expectation: String {
        switch self {
        case .bool: "true or false"
        case .integer(let type): "a whole number from \(type.range.lowerBound) to \(type.range.upperBound)"
        case .enumeration(let type): "one of \(type.constants.map(\.name).joined(separator: ", "))"
        case .floating: "a number"
        }
    }
}
