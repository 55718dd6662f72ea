// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A result that a callback computes from its arguments.
struct ComputedResult: Sendable {
    private let expression: Expression<ComputedPlace>
    private let layout: ValueLayout
    private let library: LibraryIdentity

    /// - Throws: that the expression cannot be the result.
    init(_ computation: CallbackComputation, _ shape: CallShape) throws(Misfit) {
        let kind: ExpressionKind
        (expression, kind) = try computation.compiled(shape)
        guard case .value(let layout) = shape.result else {
            throw Misfit(
                ExpressionMistake(
                    found: "an expression", expected: "none: it returns nothing that can be computed"),
                at: computation.place)
        }
        self.layout = layout
        library = shape.library
        if let advice = Self.objection(to: kind, layout) {
            throw Misfit(ExpressionMistake(found: kind.words, expected: advice), at: computation.place)
        }
    }

    /// The result that is expected in the place of one of a kind; nil where it fits.
    private static func objection(to kind: ExpressionKind, _ layout: ValueLayout) -> String? {
        switch (layout, kind) {
        case (.scalar(.floating), .integer), (.scalar(.floating), .floating): nil
        case (.scalar(.complex), _): "null: complex numbers are not computed"
        case (.scalar, .integer): nil
        case (.scalar(let scalar), .floating): "\(scalar.expectation); write (long)(…) to cut it off"
        case (.scalar(let scalar), _): scalar.expectation
        case (.text, .pointer), (.sharedText, .pointer), (.wideText, .pointer), (.handle, .pointer),
            (.function, .pointer):
            nil
        case (.text, _), (.sharedText, _), (.wideText, _), (.handle, _), (.function, _):
            "a pointer, such as an argument or NULL"
        case (.record, _), (.array, _), (.characters, _): "none: structures are not computed"
        }
    }

    /// Computes the result of a call, and writes it.
    ///
    /// - Throws: that there is none for its arguments, or one that the type of the result does not hold.
    func write(_ call: EnteredCall) throws(ExpressionFault) {
        let value: Value
        switch (try expression.value(in: ComputedScope(call: call)), layout) {
        case (.integer(let number), .scalar(.bool)): value = .bool(number != 0)
        case (.integer(let number), _): value = .number(.integer(number))
        case (.floating(let number), _): value = Value(number)
        case (.pointer(let address), _), (.counted(let address, _), _):
            return unsafe call.result.storeBytes(of: address, as: UInt.self)
        case (.text, _): return
        }
        do throws(Misfit) {
            try unsafe layout.write(value, to: call.result, LastingStore(library: library))
        } catch {
            throw ExpressionFault("it computes \(value.excerpt()), and returns \(error.expected)")
        }
    }
}

extension CallbackComputation {
    /// The expression over the arguments of a function, and what it computes.
    ///
    /// - Throws: what it names and is not there, or does not fit together.
    fileprivate func compiled(
        _ shape: CallShape
    ) throws(Misfit) -> (expression: Expression<ComputedPlace>, kind: ExpressionKind) {
        do throws(ExpressionMistake) {
            return try expression.compiled(among: shape)
        } catch {
            throw Misfit(error, at: place)
        }
    }

    /// The expression as a condition.
    func condition(of shape: CallShape) throws(Misfit) -> Expression<ComputedPlace> {
        let (expression, kind) = try compiled(shape)
        guard kind != .text else {
            throw Misfit(
                ExpressionMistake(found: "a text", expected: "a condition, such as strcmp(name, \"x\") == 0"), at: place
            )
        }
        return expression
    }
}
