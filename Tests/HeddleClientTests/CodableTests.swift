// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing

@Suite("A C structure as a Codable type of the program, with import Heddle alone")
struct CodableTests {
    private enum Kind: String, Codable { case OPEN, CLOSED }

    private struct Point: Codable, Equatable { var x, y: Double }

    private struct Path: Codable, Equatable {
        var kind: Kind
        var corners: [Point]
        var name: String?
    }

    private let host = ModuleHost()

    init() throws {
        let types = """
            typedef struct { double x, y; } point; enum kind { OPEN, CLOSED };
            typedef struct { enum kind kind; point corners[2]; const char *name; } path;
            """
        try host.script(
            "canvas",
            [
                ScriptedAction("\(types) point middle(point a, point b)") { ends in
                    let (a, b) = (try ends[0].decode(Point.self), try ends[1].decode(Point.self))
                    return try Value(encoding: Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2))
                },
                ScriptedAction("path same(path p)") { $0[0] },
                ScriptedAction("void line(point a, point b)") { _ in nil },
                ScriptedAction("double length(point p)") { points in
                    let point = try points[0].decode(Point.self)
                    return Value((point.x * point.x + point.y * point.y).squareRoot())
                },
                ScriptedAction("point origin(void)") { _ in ["x": 0, "y": 0] },
            ])
        try host.module("canvas")
    }

    @Test("is an argument and a result")
    func bothWays() throws {
        let middle: Point = try host.call("canvas.middle", Point(x: 0, y: 0), Point(x: 3, y: 4))
        #expect(middle == Point(x: 1.5, y: 2))
        let length: Double = try host.call("canvas.length", Point(x: 3, y: 4))
        #expect(length == 5)
        let origin: Point = try host.call("canvas.origin")
        #expect(origin == Point(x: 0, y: 0))
    }

    @Test("may be ignored as a result")
    func ignored() throws {
        try host.call("canvas.line", Point(x: 0, y: 0), Point(x: 3, y: 4))
        try host.call("canvas.origin")
    }

    @Test("may hold others, arrays, names of an enumeration, and nil for null")
    func nested() throws {
        var path = Path(kind: .CLOSED, corners: [Point(x: 1, y: 2), Point(x: 3, y: 4)], name: nil)
        #expect(try host.call("canvas.same", path) == path)
        path.name = "home"
        #expect(try host.call("canvas.same", path) == path)
    }

    @Test("that does not fit the result says which part of it does not")
    func misfit() throws {
        struct Small: Codable { var x, y: Int8 }
        let mistake = #expect(throws: Diagnostic.self) {
            let _: Small = try host.call("canvas.middle", Point(x: 0, y: 0), Point(x: 600, y: 1))
        }
        #expect(
            mistake?.message == "canvas.middle returned number 300 in x, Small wants a whole number from -128 to 127")
        struct Flat: Codable { var x: Double }
        #expect(throws: Diagnostic.self) { try host.call("canvas.length", Flat(x: 1), Flat(x: 2)) }
        struct Deep: Codable { var x, y, z: Double }
        let unknown = #expect(throws: Diagnostic.self) { try host.call("canvas.length", Deep(x: 1, y: 2, z: 3)) }
        #expect(unknown?.message.contains("is the field \"z\", which struct { double x; ") == true)
    }

    @Test("may be ValueConvertible too, and then is an argument among all others and of a typed call")
    func convertible() throws {
        struct Spot: Codable, ValueConvertible, Equatable { var x, y: Double }
        let middle: Spot = try host.call("canvas.middle", Spot(x: 0, y: 0), ["x": 3, "y": 4.5])
        #expect(middle == Spot(x: 1.5, y: 2.25))
        let function = try host.function("canvas.middle", as: ((Spot, Spot) -> Spot).self)
        #expect(try function(Spot(x: 0, y: 0), Spot(x: 3, y: 4)) == Spot(x: 1.5, y: 2))
    }
}
