// SPDX-License-Identifier: Apache-2.0

/// The values that cross between a behaviour and C for one parameter or result.
///
/// The declaration alone decides if a pointer means a text, one value, several values, or a handle. `HeddleForeign`
/// adds their layout in memory.
///
/// ## Topics
/// - ``CountedContent``
/// - ``Parameter/crossing``
/// - ``Signature/resultCrossing``
package enum Crossing: Hashable, Sendable {
    /// No value: a result of `void`, or the instance, which the host passes.
    case nothing
    /// A value of the declared type: a number, a structure, a text, a handle or a function.
    case value(CType)
    /// The one value that a pointer points to.
    case pointee(CType)
    /// A counted sequence of values.
    case counted(CountedContent, by: Parameter.Count)
    /// A counted sequence of values behind the pointer that a function returns through a parameter.
    case received(CountedContent, by: Parameter.Count)

    /// The type of the values; `void` for nothing, and for counted texts and bytes.
    package var type: CType {
        switch self {
        case .nothing: .void
        case .value(let type), .pointee(let type): type
        case .counted(let content, _), .received(let content, _):
            if case .elements(let element) = content { .array(of: element, count: nil) } else { .void }
        }
    }

    /// True if the value is a text that ends with NUL.
    package var isText: Bool { if case .value(let type) = self { type.isText } else { false } }

    /// True if a text or bytes may be given.
    package var takesText: Bool {
        switch self {
        case .value(let type): type.isText
        case .counted(.characters, _), .counted(.wideCharacters, _), .counted(.bytes, _): true
        case .nothing, .pointee, .counted(.elements, _), .received: false
        }
    }
}

/// The content of a buffer whose length the declaration counts.
package enum CountedContent: Hashable, Sendable {
    /// Characters of a text, which may end with NUL.
    case characters
    /// Characters of a text of `wchar_t`, `char16_t` or `char32_t`.
    case wideCharacters(WideText)
    /// Raw bytes.
    case bytes
    /// Values of a type.
    case elements(CType)

    /// The content of a buffer of values of a type.
    ///
    /// - Parameter isBytes: true if the declaration says that they are raw bytes.
    package init(of element: CType, isBytes: Bool = false) {
        if isBytes || element.canonical == .void {
            self = .bytes
        } else if element.isCharacter {
            self = .characters
        } else if let text = element.wideText {
            self = .wideCharacters(text)
        } else if case .integer(let type) = element.canonical, type.size == 1 {
            self = .bytes
        } else {
            self = .elements(element)
        }
    }
}

extension Parameter {
    /// The values that cross for the parameter.
    ///
    /// A pointer to one character is a text if the function only reads it: `_Out_ char *c` without a count is one
    /// character, which is a number.
    package var crossing: Crossing {
        if isInstance { return .nothing }
        guard case .pointer(let target, _) = type.canonical, !isHandle else { return .value(type) }
        if let count { return .counted(CountedContent(of: target, isBytes: isBytes), by: count) }
        if let received, case .pointer(let element, _) = target.canonical {
            return .received(CountedContent(of: element, isBytes: isBytes), by: received)
        }
        if target.wideCharacter != nil, isDirectionDeclared ? direction == .in : type.pointsToConst {
            return .counted(CountedContent(of: target), by: .untilNull)
        }
        if !isDirectionDeclared || target.isCharacter && direction == .in { return .value(type) }
        return target.hasKnownSize ? .pointee(target) : .value(type)
    }
}

extension Signature {
    /// The values that come back as the result.
    package var resultCrossing: Crossing {
        if result.canonical == .void { return .nothing }
        guard case .pointer(let target, _) = result.canonical else { return .value(result) }
        let isWide = target.wideCharacter != nil
        guard let count = resultCount ?? (isWide ? .untilNull : nil) else { return .value(result) }
        let content = CountedContent(of: target)
        if case .elements = content, count == .constant(1) { return .pointee(target) }
        return .counted(content, by: count)
    }
}

extension CType {
    /// True for plain `char`, which means text; `signed char` and `unsigned char` are numbers.
    package var isCharacter: Bool { canonical == .integer(.char) }

    /// The integer of `wchar_t`, `char16_t` and `char32_t`, and of typedefs for them, which mean text too; nil for other
    /// types.
    package var wideCharacter: IntegerType? {
        guard case .named(let name, let underlying) = self else { return nil }
        guard ["wchar_t", "char16_t", "char32_t"].contains(name) else { return underlying.wideCharacter }
        guard case .integer(let type) = canonical, type.size == 2 || type.size == 4 else { return nil }
        return type
    }

    /// The texts that characters of the type are; nil for types that are no wide characters.
    package var wideText: WideText? { wideCharacter.map(WideText.init) }

    /// True for a pointer through which nothing is written.
    fileprivate var pointsToConst: Bool { if case .pointer(_, let isConst) = canonical { isConst } else { false } }

    /// True for a pointer to plain characters: a text that ends with NUL.
    package var isText: Bool { if case .pointer(let target, _) = canonical { target.isCharacter } else { false } }

    /// The text of wide characters that a pointer means; nil for other types.
    package var wideTextBehind: WideText? { target.wideText }

    /// True for a pointer to characters of any width: a text that ends with NUL.
    package var meansText: Bool { isText || wideTextBehind != nil }

    /// True for a pointer.
    package var isPointer: Bool { if case .pointer = canonical { true } else { false } }

    /// True if a value of the type can be read through a pointer.
    package var hasKnownSize: Bool {
        switch canonical {
        case .void, .function, .array(_, nil): false
        case .record(let record): record.members != nil
        case .array(let element, _): element.hasKnownSize
        case .bool, .integer, .floating, .complex, .pointer, .enumeration, .aligned, .named: true
        }
    }
}
