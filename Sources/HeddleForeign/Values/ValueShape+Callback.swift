// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension ValueShape {
    /// The options of a recorded callback.
    static let answers = ["returns", "answers", "afterwards", "lifetime"]

    /// The options of a `{"callback": {…}}`.
    static func callback(_ type: FunctionType) -> ValueShape {
        ValueShape(kinds: [.object], content: .callback(type), isTaken: true)
    }

    /// The type of an option of a recorded callback; nil if it takes nothing.
    static func answer(_ name: String, of type: FunctionType) -> ValueShape? {
        guard name != "lifetime" else { return ValueShape(kinds: [.text], content: .plain, isTaken: true) }
        guard answers.contains(name), let element = ValueLayout(type.result) else { return nil }
        return name == "answers"
            ? ValueShape(kinds: [.array], content: .run(element), isTaken: true)
            : .taken(element).orNull(element.isPointer)
    }

    /// True if functions stand there, which are named before anything is called.
    package var isFunction: Bool {
        switch content {
        case .element(.function), .callback: isTaken
        default: false
        }
    }
}
