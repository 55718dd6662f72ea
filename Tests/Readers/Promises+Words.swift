// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleWeave

extension Promises {
    /// A path and a pattern that are taken are written as they were read, up to zeros before a number.
    static func ofPaths(_ text: String) -> [String] {
        let reference = Reference(text)
        let path = CallPath(text)
        let pattern = Pointcut.Pattern(text)
        return [
            reference.flatMap { Reference($0.description) } == reference ? nil : "reference",
            path.flatMap { CallPath($0.description) } == path ? nil : "path",
            pattern.map { $0.description == text } ?? true ? nil : "pattern",
        ].compactMap { $0.map { "\(text) is another \($0) once it is written" } }
    }

    /// A condition that is taken can be judged.
    static func ofConditions(_ source: SourceText) -> [String] {
        guard let value = try? JSONNode.read(source).value else { return [] }
        do throws(ConditionMistake) {
            for actual in values { _ = try Condition<Value>(value).holds(for: actual) }
            _ = try? CallCondition(value, at: .before)
            _ = try CallCondition(value, at: .after).bound(to: signature)
            return []
        } catch {
            return error.message.isEmpty ? ["refused without a reason"] : []
        }
    }

    /// An expression that is taken can be tried.
    static func ofExpressions(_ text: String) -> [String] {
        do throws(ConditionMistake) {
            let condition = try Condition<Value>(.object([Value.Member("matches", .string(text))]))
            for actual in ["", "a1 -\n", "é"] { _ = condition.holds(for: .string(actual)) }
            return []
        } catch {
            return error.message.isEmpty ? ["refused without a reason"] : []
        }
    }

    /// An expression that is taken has a kind, or is refused with a reason; then it has a value, or a reason for none.
    static func ofComputations(_ text: String) -> [String] {
        do throws(ExpressionMistake) {
            let expression = try Expression(text).checked { place throws(ExpressionMistake) in
                place.name.hasPrefix("x") ? .floating : place.name.hasPrefix("t") ? .pointer(isText: true) : .integer
            }.expression
            do throws(ExpressionFault) {
                _ = try expression.value(in: FuzzedPlaces())
                return []
            } catch {
                return error.message.isEmpty ? ["computed nothing without a reason"] : []
            }
        } catch {
            return error.found.isEmpty || error.expected.isEmpty ? ["refused without a reason"] : []
        }
    }

    /// Places whose values are their names.
    private struct FuzzedPlaces: ExpressionScope {
        func value(of place: ExpressionPlace) -> ExpressionValue {
            let length = place.description.utf8.count
            if place.name.hasPrefix("x") { return .floating(Double(length) / 2) }
            return place.name.hasPrefix("t") ? .pointer(UInt(length)) : .integer(Int128(length))
        }

        func text(at address: UInt) -> [UInt8] { Array("\(address)".utf8) }
        func bytes(at address: UInt, count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }
    }

    private static let values: [Value] = [
        .null, .bool(true), .number(.integer(3)), .number(.decimal("1.5")), .string("weft"), .bytes([1, 255]),
        .array([.number(.integer(1)), .string("Infinity")]), .object([Value.Member("x", .number(.integer(-1)))]),
    ]

    /// The parameters that conditions are bound to, one of each kind.
    private static let signature: Signature = {
        var scope = DeclarationScope()
        let text = SourceText(
            name: "signature",
            """
            typedef struct { int x; struct { double d; char t[4]; } in; } point; enum color { RED, GREEN = 5 };
            point f(int8_t a, double d, bool b, const char *t, _In_reads_(n) const uint8_t *bytes, size_t n, point p,
                    enum color c, struct opaque *h, _Out_ int64_t *o)
            """)
        guard let signature = (try? scope.read(text.whole))?.compactMap(\.function).first else {
            preconditionFailure("the signature of the test is one")
        }
        return signature
    }()
}
