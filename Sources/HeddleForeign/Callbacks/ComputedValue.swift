// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A value that a callback computes from its arguments: its result, or one that it writes behind a pointer.
struct ComputedValue: Sendable {
    private let expression: Expression<ComputedPlace>
    private let layout: ValueLayout
    private let library: LibraryIdentity
    /// The bytes of a value that is the same for all arguments; nil for any other.
    private(set) var constant: [UInt8]?

    /// - Throws: that the expression cannot be such a value.
    init(_ computation: CallbackComputation, as layout: ValueLayout, in scope: CallbackScope) throws(Misfit) {
        let kind: ExpressionKind
        (expression, kind) = try computation.compiled(in: scope)
        self.layout = layout
        library = scope.shape.library
        if let advice = Self.objection(to: kind, layout) {
            throw Misfit(ExpressionMistake(found: kind.words, expected: advice), at: computation.place)
        }
        do throws(ExpressionMistake) {
            constant = try checkedConstant()
        } catch {
            throw Misfit(error, at: computation.place)
        }
    }

    /// The value of an expression that names no argument; nil for any other.
    ///
    /// - Throws: that it has none, or one that does not fit.
    private func checkedConstant() throws(ExpressionMistake) -> [UInt8]? {
        guard let value = try expression.constant() else { return nil }
        var misfit: Misfit?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: CallShape.slotSize(for: layout.size)) { room, count in
            guard let start = room.baseAddress else { return }
            do throws(Misfit) {
                unsafe try write(value, to: UnsafeMutableRawPointer(start))
                count = layout.size
            } catch {
                misfit = error
            }
        }
        if let misfit { throw ExpressionMistake(found: misfit.found ?? "", expected: misfit.expected) }
        return bytes
    }

    /// The value that is expected in the place of one of a kind; nil where it fits.
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

    /// Computes the value for a call, and writes it to memory that has room for it.
    ///
    /// - Throws: that there is none for its arguments, or one that the type does not hold.
    func write(_ call: EnteredCall, to memory: UnsafeMutableRawPointer) throws(ExpressionFault) {
        let value = try expression.value(in: ComputedScope(call: call))
        do throws(Misfit) {
            unsafe try write(value, to: memory)
        } catch {
            throw ExpressionFault("it computes \(error.found ?? ""), which must be \(error.expected)")
        }
    }

    /// - Throws: that the type does not hold the value.
    private func write(_ computed: ExpressionValue, to memory: UnsafeMutableRawPointer) throws(Misfit) {
        let value: Value
        switch (computed, layout) {
        case (.integer(let number), .scalar(.bool)): value = .bool(number != 0)
        case (.integer(let number), _): value = .number(.integer(number))
        case (.floating(let number), _): value = Value(number)
        case (.pointer(let address), _), (.counted(let address, _), _):
            return unsafe memory.storeBytes(of: address, as: UInt.self)
        case (.text, _): return
        }
        do throws(Misfit) {
            try unsafe layout.write(value, to: memory, LastingStore(library: library))
        } catch {
            throw Misfit(expected: error.expected, found: value.excerpt())
        }
    }
}

extension Expression<ComputedPlace> {
    /// The value of an expression that names no argument; nil for any other.
    ///
    /// - Throws: that it has none.
    func constant() throws(ExpressionMistake) -> ExpressionValue? {
        guard isConstant else { return nil }
        do throws(ExpressionFault) {
            return try value(in: EmptyScope())
        } catch {
            throw ExpressionMistake(
                found: "an expression without a value: \(error.message)", expected: "one with a value")
        }
    }
}

extension CallbackComputation {
    /// The expression over the arguments of a function, and what it computes.
    ///
    /// - Throws: what it names and is not there, or does not fit together.
    func compiled(
        in scope: CallbackScope
    ) throws(Misfit) -> (expression: Expression<ComputedPlace>, kind: ExpressionKind) {
        do throws(ExpressionMistake) {
            return try expression.compiled(in: scope)
        } catch {
            throw Misfit(error, at: place)
        }
    }

    /// The expression as a condition.
    func condition(in scope: CallbackScope) throws(Misfit) -> Expression<ComputedPlace> {
        let (expression, kind) = try compiled(in: scope)
        guard kind != .text else {
            throw Misfit(
                ExpressionMistake(found: "a text", expected: "a condition, such as strcmp(name, \"x\") == 0"), at: place
            )
        }
        return expression
    }
}
