// SPDX-License-Identifier: Apache-2.0

extension Example {
    /// The noted parts of the value, in order. Bit-fields, which have no address, come last.
    private var noted: [Leaf] {
        let all = leaves(at: "")
        return all.filter { !$0.isBitField } + all.filter(\.isBitField)
    }

    /// The statements that note the value of an expression.
    func notes(of expression: String) -> [String] {
        guard case .record = shape else { return noted.map { $0.note(of: expression) } }
        let parts = noted.filter { !$0.isBitField }.flatMap { $0.parts(of: shape.declaration()) }
        let table = "{ static const struct part parts[] = { \(parts.joined(separator: ", ")) };"
        let gathered = parts.isEmpty ? [] : ["\(table) gather(&\(expression), parts, \(parts.count)); }"]
        return gathered + noted.filter(\.isBitField).map { $0.note(of: expression + $0.path) }
    }

    /// The members of a structure without padding that has the same bytes, with their values.
    var image: [(type: (String) -> String, literal: String)] { noted.map { ($0.imageType, $0.literal) } }
}

extension Leaf {
    fileprivate var literal: String { datum.literal(shape) }

    /// The macros are the runtime's: they name what is noted of each kind of value.
    fileprivate func note(of expression: String) -> String {
        switch shape {
        case .text: "T(\(expression))"
        case .scalar(.longDouble): "L(\(expression))"
        case .scalar(.complexLongDouble): "C(\(expression))"
        default: "V(\(imageType("")), \(expression))"
        }
    }

    /// Where the leaf lies in a record, for the runtime.
    fileprivate func parts(of record: String) -> [String] {
        let place = "offsetof(\(record), \(path.dropFirst()))"
        return switch shape {
        case .scalar(.longDouble): ["{ \(place), IS_LONG_DOUBLE }"]
        case .scalar(.complexLongDouble): ["{ \(place), IS_LONG_DOUBLE }", "{ \(place) + 16, IS_LONG_DOUBLE }"]
        default: ["{ \(place), sizeof(((\(record) *)0)->\(path.dropFirst())) }"]
        }
    }

    fileprivate func imageType(_ name: String) -> String {
        switch shape {
        case .scalar(let scalar) where isBitField: "\(scalar.size == 16 ? "unsigned __int128" : "long long") \(name)"
        case .text: "char \(name)[sizeof \(literal)]"
        default: shape.declaration(of: name)
        }
    }
}
