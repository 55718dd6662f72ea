// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Foundation

/// How one subject grows.
struct Growth {
    /// What one size takes.
    struct Point {
        let size: Int
        let seconds: Double
        let bytes: Double
    }

    let name: String
    let points: [Point]

    init(of subject: GrowthSubject, points: [Point]) {
        name = subject.name
        self.points = points
    }

    /// The exponent of the time between the two largest sizes; nil where they take too little to tell.
    var timeExponent: Double? { Self.exponent(points.filter { $0.seconds > 0.005 }.map { ($0.size, $0.seconds) }) }

    /// The exponent of the memory between them.
    var memoryExponent: Double? { Self.exponent(points.filter { $0.bytes > 2e6 }.map { ($0.size, $0.bytes) }) }

    /// The slope between the last two logarithms: smaller sizes mostly measure the start of a process.
    private static func exponent(_ points: [(size: Int, figure: Double)]) -> Double? {
        guard points.count > 1 else { return nil }
        let (first, last) = (points[points.count - 2], points[points.count - 1])
        return log(last.figure / first.figure) / log(Double(last.size) / Double(first.size))
    }

    static let columns = ["size", "seconds", "MB", "bytes each", "exponent of time", "of memory"]

    /// The largest size, and the exponents.
    var row: [String] {
        guard let last = points.last else { return [name] + Self.columns.map { _ in "" } }
        return [
            name, "\(last.size)", last.seconds.fixed(3), (last.bytes / 1e6).fixed(1),
            (last.bytes / Double(last.size)).fixed(0), timeExponent?.fixed(2) ?? "–", memoryExponent?.fixed(2) ?? "–",
        ]
    }

    /// An object for each size, and one with the exponents.
    var lines: [Value] { points.map(line(of:)) + [exponents] }

    private func line(of point: Point) -> Value {
        .object([
            Value.Member("subject", .string(name)), Value.Member("size", .number(.integer(Int128(point.size)))),
            Value.Member("seconds", Value(point.seconds)), Value.Member("bytes", Value(point.bytes)),
        ])
    }

    private var exponents: Value {
        .object([
            Value.Member("subject", .string(name)),
            Value.Member("timeExponent", timeExponent.map { Value($0) } ?? .null),
            Value.Member("memoryExponent", memoryExponent.map { Value($0) } ?? .null),
        ])
    }
}
