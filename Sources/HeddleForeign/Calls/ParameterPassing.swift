// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The way in which one parameter crosses from a behaviour to C and back.
enum ParameterPassing: Sendable {
    /// By value.
    case value(ValueLayout)
    /// A pointer to one value.
    case pointed(ValueLayout, Parameter.Direction)
    /// A pointer to several values.
    case run(CountedBuffer)
    /// A pointer to one that the callee sets, to several values.
    case received(CountedBuffer)
    /// The module's instance.
    case instance

    /// The size of the value as the callee gets it.
    var size: Int {
        if case .value(let element) = self { element.size } else { MemoryLayout<UInt>.size }
    }

    var isInstance: Bool {
        if case .instance = self { true } else { false }
    }

    /// True if it is a pointer that only the module can follow.
    var isHandle: Bool {
        if case .value(.handle) = self { true } else { false }
    }

    /// True if the callee gets an address, which may be null where the declaration allows it.
    var isPointer: Bool {
        if case .value(let element) = self { element.isPointer } else { true }
    }

    /// True if it is a pointer to values, and no handle of them.
    var pointsToValues: Bool {
        switch self {
        case .pointed, .run: true
        case .value, .received, .instance: false
        }
    }

    /// The direction of the values behind a pointer.
    var direction: Parameter.Direction {
        switch self {
        case .pointed(_, let direction): direction
        case .run(let run), .received(let run): run.direction
        case .value, .instance: .in
        }
    }

    /// True if the action may write into what is passed.
    var isWritten: Bool { direction != .in }

    /// The number behind it, where it can count others.
    var counter: Scalar? {
        switch self {
        case .value(.scalar(let scalar)), .pointed(.scalar(let scalar), _): scalar
        default: nil
        }
    }

    /// The expected form in a behaviour, in words.
    var expectation: String {
        switch self {
        case .value(let element), .pointed(let element, _): element.expectation
        case .run(let run), .received(let run): run.expectation
        case .instance: "nothing"
        }
    }
}

/// A counted run of values that a parameter, or a result, points to.
struct CountedBuffer: Sendable {
    /// The elements of the buffer.
    enum Content: Sendable {
        /// Raw bytes.
        case bytes
        /// Characters of a text that may end with NUL.
        case characters
        case wideCharacters(WideText)
        case elements(ValueLayout)

        /// True if a value that is null or 0 can end the run.
        var endsWithNull: Bool {
            switch self {
            case .bytes, .wideCharacters: true
            case .characters: false
            case .elements(.scalar(.integer)): true
            case .elements(let element): element.isPointer
            }
        }
    }

    let content: Content
    let direction: Parameter.Direction
    let count: Parameter.Count
    /// The number of them that have been written after the call.
    let written: Parameter.Count?

    /// True for characters, narrow or wide.
    var isText: Bool {
        switch content {
        case .characters, .wideCharacters: true
        case .bytes, .elements: false
        }
    }

    /// True if all characters belong to the value, and not those before a NUL alone.
    var isWhole: Bool { direction == .in || written != nil }

    /// A text of C: bytes up to a NUL.
    static let text = CountedBuffer(content: .bytes, direction: .in, count: .untilNull, written: nil)

    /// A text of wide characters up to a zero.
    static func text(of text: WideText) -> CountedBuffer {
        CountedBuffer(content: .wideCharacters(text), direction: .in, count: .untilNull, written: nil)
    }

    /// The bytes from one value to the next.
    var stride: Int {
        switch content {
        case .bytes, .characters: 1
        case .wideCharacters(let text): text.size
        case .elements(let element): element.size
        }
    }

    /// The name of one more of them.
    var unit: String {
        switch content {
        case .bytes, .characters: "byte"
        case .wideCharacters: "character"
        case .elements: "element"
        }
    }

    var expectation: String {
        switch content {
        case .bytes: "a text, bytes, or an array of numbers from 0 to 255"
        case .characters: "a text or bytes"
        case .wideCharacters(let text): text.expectation
        case .elements: "an array"
        }
    }
}

/// The way in which a result comes back.
enum ResultPassing: Sendable {
    case void
    case value(ValueLayout)
    /// A pointer to one value.
    case pointed(ValueLayout)
    /// A pointer to several values.
    case run(CountedBuffer)

    /// The size of the result; 0 for void.
    var size: Int {
        switch self {
        case .void: 0
        case .value(let element): element.size
        case .pointed, .run: MemoryLayout<UInt>.size
        }
    }
}
