// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The target of `{"ref": "saved.corners[2].x"}`: a saved value, or a part of it; with `&` its place in memory, and with
/// a cast as in C, `(struct sockaddr *)address`, the same pointer as another type. An index may be a value too, saved or
/// given: `corners[n]`, `entries[exif.EXIF_IFD_EXIF]`.
package struct Reference: Hashable, Sendable, CustomStringConvertible {
    /// The name under which an earlier step saved the value, or `row` for the row of an `each`.
    package let name: String
    /// The way to the part; none for all of it. It has 0 in the place of an index that is a value.
    package let part: PartPath
    /// The indices that are values, in the order of their steps.
    package let indices: [Index]
    /// True if it stands for the place of the part in memory: a handle.
    package let isPlace: Bool
    /// The type that the pointer is taken for; nil for its own.
    package let type: String?

    /// An index that is a value.
    package struct Index: Hashable, Sendable {
        /// The position of its step in ``Reference/part``.
        package let step: Int
        /// The value: a reference whose own indices are numbers.
        package let value: Reference

        /// Creates an index.
        package init(step: Int, value: Reference) {
            self.step = step
            self.value = value
        }
    }

    /// Creates a reference.
    package init(
        _ name: String, _ part: PartPath = PartPath(), indices: [Index] = [], isPlace: Bool = false, type: String? = nil
    ) {
        self.name = name
        self.part = part
        self.indices = indices
        self.isPlace = isPlace
        self.type = type
    }

    /// The reference in a text; nil unless it is a name with a path behind it, of a place with `&` before it, and with a
    /// type in parentheses before all.
    package init?(_ text: String) {
        var rest = text[...]
        var type: String?
        if rest.utf8.first == UInt8(ascii: "(") {
            guard !rest.hasPrefix("(("), let end = rest.firstIndex(of: ")") else { return nil }
            type = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
            if rest.utf8.first == UInt8(ascii: "(") { return nil }
        }
        let isPlace = rest.utf8.first == UInt8(ascii: "&")
        guard let (plain, values) = Self.withoutValues(isPlace ? Substring(rest.utf8.dropFirst()) : rest),
            let (name, part) = PartPath.split(plain)
        else { return nil }
        if isPlace, part.isEmpty { return nil }
        let elements = part.steps.indices.filter { if case .element = part.steps[$0] { true } else { false } }
        let indices = values.map { Index(step: elements[$0.element], value: $0.value) }
        self.init(name, part, indices: indices, isPlace: isPlace, type: type)
    }

    /// A path with 0 in the place of each index that is a value, and these values, each with the number of its step among
    /// those of elements; nil where one of them is no reference.
    private static func withoutValues(
        _ path: Substring
    ) -> (plain: Substring, values: [(element: Int, value: Reference)])? {
        guard path.utf8.contains(UInt8(ascii: "[")) else { return (path, []) }
        var (plain, values, element, rest) = ("", [(element: Int, value: Reference)](), 0, path)
        while let open = rest.firstIndex(of: "[") {
            plain += rest[...open]
            rest = rest[rest.index(after: open)...]
            if rest.utf8.first.map(canBeginValue) == true {
                guard let index = takeValue(from: &rest) else { return nil }
                values.append((element, index))
                plain += "0"
            }
            element += 1
        }
        return (plain + rest, values)
    }

    /// Returns whether an index that begins with a byte is a value and no number.
    private static func canBeginValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: byte >= 0x80
        }
    }

    /// Returns whether a text is a path of plain names, and not an expression: a saved value may have any name.
    private static func isPlainPath(_ text: Substring) -> Bool {
        text.replacing("->", with: ".").utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"): true
            default: canBeginValue(byte)
            }
        }
    }

    /// Takes the reference in front of the bracket that ends an index.
    private static func takeValue(from rest: inout Substring) -> Reference? {
        var (depth, end) = (0, rest.startIndex)
        while end < rest.endIndex, depth > 0 || rest[end] != "]" {
            if rest[end] == "[" { depth += 1 }
            if rest[end] == "]" { depth -= 1 }
            end = rest.index(after: end)
        }
        guard isPlainPath(rest[..<end]), let (name, part) = PartPath.split(rest[..<end]) else { return nil }
        rest = rest[end...]
        return Reference(name, part)
    }

    /// The path to the place, without the mark that tells it from the value there.
    package var path: Reference { Reference(name, part, indices: indices, type: type) }

    /// The reference of an operation in memory to a place.
    package init?(place text: String) {
        guard let path = Reference(text), !path.isPlace, !path.part.isEmpty else { return nil }
        self.init(path.name, path.part, indices: path.indices, isPlace: true, type: path.type)
    }

    /// The name by which steps refer to the temporary folder.
    package static let temporary = "temporary"

    /// The path of the folder that a run makes for itself, which is known in the run alone.
    package static let temporaryFolder = Reference(temporary, PartPath([.member("folder")]))

    /// True if it is to all of a saved value, as it is.
    package var isWhole: Bool { part.isEmpty && type == nil }

    /// The same pointer as its own type.
    package var withoutType: Reference { Reference(name, part, indices: indices, isPlace: isPlace) }

    /// The place of the structure that the last step leads to a member of.
    package var placeOfStructure: Reference {
        Reference(name, part.ofStructure, indices: indices, isPlace: true)
    }

    /// The values that it needs: the one that it leads into, and those of its indices.
    package var needed: [Reference] { [self] + indices.map(\.value) }

    /// The same with numbers in the place of indices that are values.
    ///
    /// - Parameter number: the number that an index is; nil for one that stays as it is.
    package func settled<Failure>(_ number: (Reference) throws(Failure) -> Int?) throws(Failure) -> Reference {
        var (steps, left) = (part.steps, [Index]())
        for index in indices {
            guard let number = try number(index.value) else {
                left.append(index)
                continue
            }
            steps[index.step] = .element(number)
        }
        return Reference(name, PartPath(steps), indices: left, isPlace: isPlace, type: type)
    }

    /// Returns whether a text begins as a reference that is no plain name.
    package static func isMarked(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "&") || text.utf8.first == UInt8(ascii: "(")
    }

    /// The way to write a cast in the middle of a path, such as `((struct point *)it)->x`, one without a path, or one of
    /// several; nil where a text has none.
    private static func adviceOnCast(in text: String, isPlace: Bool) -> String? {
        let isInner = text.hasPrefix("((")
        var rest = text.dropFirst(isInner ? 1 : 0)
        guard let written = takeCast(from: &rest) else { return nil }
        var hasOthers = false
        while takeCast(from: &rest) != nil { hasOthers = true }
        // In C the one on the left decides.
        if hasOthers, !isInner, !isPlace { return "one cast is enough: write (\(written))\(rest)" }
        let (pointer, writtenPath) =
            isInner ? (rest.prefix { $0 != ")" }, rest.drop { $0 != ")" }.dropFirst()) : (rest, "[0]")
        guard isInner || PartPath.split(rest).map({ hasOthers || $0.path.isEmpty }) == true else { return nil }
        guard let (type, mustBeDeclared) = pointerType(written, followedBy: writtenPath) else { return nil }
        // The pointer to a text is read as the text.
        let isText = isText(type)
        let path = isText && !isInner ? "" : writtenPath
        let name = pointer.prefix { $0.isLetter || $0.isNumber || $0 == "_" } == "p" ? "q" : "p"
        return "a cast is of a whole path: keep the pointer by {\"new\": \"\(type)\", \"value\": {\"ref\": "
            + "\"(\(type))\(pointer)\"}, \"save\": \"\(name)\"}, and follow that: \(name)[0]\(path.prefix { $0 != " " })"
            + (mustBeDeclared ? ", where a module declares \(type)" : "")
            + (isText ? "" : adviceOnTrust)
    }

    /// The condition under which the advice on a cast works where a library has given the pointer out.
    private static let adviceOnTrust =
        "; where a library gave it out as what does not begin with such a value, the policy \"memory\": \"trusted\" has "
        + "to allow that"

    /// Takes `(type)` from the front of a text.
    private static func takeCast(from rest: inout Substring) -> Substring? {
        guard rest.utf8.first == UInt8(ascii: "("), let end = rest.firstIndex(of: ")") else { return nil }
        defer { rest = rest[rest.index(after: end)...].drop { $0 == " " } }
        return rest[rest.index(after: rest.startIndex)..<end]
    }

    /// The pointer that a cast to a type means, and whether only a module can tell that it is one; nil for one to numbers,
    /// which have no fields to follow.
    private static func pointerType(
        _ written: Substring, followedBy path: Substring
    ) -> (type: String, mustBeDeclared: Bool)? {
        let known = try? DeclarationScope().type(spelled: String(written))
        let isTagged = ["struct ", "union ", "enum "].contains { written.hasPrefix($0) }
        if known == nil, !isTagged { return (String(written), true) }
        let isPointer = written.hasSuffix("*")
        if isTagged || path.utf8.first == UInt8(ascii: "[") || path.isEmpty {
            return (isPointer ? String(written) : "\(written) *", false)
        }
        return nil
    }

    /// The way to write what a text that is no reference seems to mean; nil where that is not known.
    ///
    /// - Parameter isPlace: true where a place in memory is wanted, which no cast is.
    package static func advice(on text: String, isPlace: Bool = false) -> String? {
        PartPath.adviceOnLength(of: text) ?? adviceOnStars(in: text, isPlace: isPlace)
            ?? adviceOnCast(in: text, isPlace: isPlace) ?? adviceOnIndex(in: text)
    }

    /// The way to write a path with the stars of C; nil where a text has none.
    package static func adviceOnStars(in text: String, isPlace: Bool = false) -> String? {
        guard let path = StarredPath(text) else { return nil }
        // A place has its own type, unless it is read as a text.
        guard let type = path.type, !isPlace || isText(type) else { return "write \(path.plain)" }
        return "write (\(type))\(path.plain)"
    }

    /// Returns whether a type is that of a text.
    private static func isText(_ written: some StringProtocol) -> Bool {
        (try? DeclarationScope().type(spelled: String(written)))?.isText ?? false
    }

    /// The way to write an index that is neither a number nor a value.
    private static func adviceOnIndex(in text: String) -> String? {
        guard let open = text.firstIndex(of: "["), let close = text.lastIndex(of: "]"), open < close else { return nil }
        let index = text[text.index(after: open)..<close]
        if index.isEmpty || index.count(where: { $0 == "[" }) != index.count(where: { $0 == "]" }) { return nil }
        if index.allSatisfy(\.isNumber) {
            return index.first == "0"
                ? "write the index without the 0 before it, which is octal in C"
                : "no memory has so many values"
        }
        if index.first == "-" { return "indices are counted from 0" }
        return
            "an index is a number, a constant, or a value with numbers as its own indices; keep another one first, by "
            + "{\"new\": \"int\", \"value\": {\"expression\": \(Value.string(String(index)).json)}, \"save\": "
            + "\"index\"}, and write [index[0]]"
    }

    /// The text that refers to it.
    package var description: String { (type.map { "(\($0))" } ?? "") + (isPlace ? "&" : "") + words(of: part) }

    /// The name with the beginning of the path, in which the values of indices stand as they are written.
    package func words(of beginning: PartPath) -> String {
        if indices.isEmpty { return name + beginning.description }
        return name
            + beginning.steps.enumerated().map { position, step in
                indices.first { $0.step == position }.map { "[\($0.value)]" } ?? step.description
            }.joined()
    }
}
