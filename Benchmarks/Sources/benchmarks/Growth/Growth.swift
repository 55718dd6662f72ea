// SPDX-License-Identifier: Apache-2.0

import Declarations
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

    /// The exponent of the time; nil where fewer than two sizes take long enough to tell.
    var timeExponent: Double? { Self.exponent(points.filter { $0.seconds > 0.005 }.map { ($0.size, $0.seconds) }) }

    /// The exponent of the memory.
    var memoryExponent: Double? { Self.exponent(points.filter { $0.bytes > 2e6 }.map { ($0.size, $0.bytes) }) }

    /// The slope of the line through the logarithms, by least squares.
    private static func exponent(_ points: [(size: Int, figure: Double)]) -> Double? {
        guard points.count > 1 else { return nil }
        let logarithms = points.map { (x: log(Double($0.size)), y: log($0.figure)) }
        let (x, y) = (logarithms.map(\.x).mean, logarithms.map(\.y).mean)
        let covariance = logarithms.map { ($0.x - x) * ($0.y - y) }.mean
        return covariance / logarithms.map { ($0.x - x) * ($0.x - x) }.mean
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
    var lines: [Value] {
        points.map { point in
            .object([
                .init("subject", .string(name)), .init("size", Value(point.size)),
                .init("seconds", Value(point.seconds)),
                .init("bytes", Value(point.bytes)),
            ])
        } + [
            .object([
                .init("subject", .string(name)), .init("timeExponent", timeExponent.map { Value($0) } ?? .null),
                .init("memoryExponent", memoryExponent.map { Value($0) } ?? .null),
            ])
        ]
    }
}

extension [Double] {
    fileprivate var mean: Double { reduce(0, +) / Double(count) }
}
