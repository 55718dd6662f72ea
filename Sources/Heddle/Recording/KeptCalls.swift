// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleReport

/// The calls of the steps of a run, or of one of its cases, as the lines that told of them.
///
/// A line is taken apart only when its call is asked for, and one that is the same in the first run is not kept again:
/// runs mostly agree, and a call that is taken apart takes ten times the memory.
struct KeptCalls {
    /// The place of the line of a step.
    private enum Place {
        case none
        case here(start: Int, count: Int)
        /// Among those of the first run.
        case asInFirst
    }

    private var lines: [UInt8] = []
    private var places: [Place] = []

    /// Keeps the line of a step.
    ///
    /// - Parameter first: the calls of the first run; nil for that itself.
    mutating func add(_ line: ArraySlice<UInt8>, of step: Int, first: KeptCalls?) {
        while places.count <= step { places.append(.none) }
        if let first, first.line(of: step) == line {
            places[step] = .asInFirst
        } else {
            places[step] = .here(start: lines.count, count: line.count)
            lines += line
        }
    }

    /// The calls of a further run that makes the same ones, of which these are the first.
    var echo: KeptCalls {
        var echo = KeptCalls()
        echo.places = places.map { if case .none = $0 { .none } else { .asInFirst } }
        return echo
    }

    /// True if these are, byte for byte, the calls of the first run.
    func isEcho(of first: KeptCalls) -> Bool {
        places.count == first.places.count
            && zip(places, first.places).allSatisfy { own, other in
                switch (own, other) {
                case (.asInFirst, _), (.none, .none): true
                default: false
                }
            }
    }

    /// The line of a step; nil where there is none, or it is as in the first run.
    fileprivate func line(of step: Int) -> ArraySlice<UInt8>? {
        guard step < places.count, case .here(let start, let count) = places[step] else { return nil }
        return lines[start..<start + count]
    }

    /// True for a step whose call was, byte for byte, that of the first run.
    fileprivate func isAsInFirst(_ step: Int) -> Bool {
        guard step < places.count, case .asInFirst = places[step] else { return false }
        return true
    }
}

extension [KeptCalls] {
    /// The call of a step in each of several runs, of which these are the calls; nil for a run that did not make it.
    ///
    /// - Parameter known: the call of the step before.
    /// - Throws: what is wrong with a line.
    func calls(of step: Int, knowing known: CallEvent?) throws(Diagnostics) -> [CallEvent?] {
        var calls: [CallEvent?] = []
        for run in self {
            if run.isAsInFirst(step), let first = calls.first {
                calls.append(first)
            } else {
                calls.append(
                    try run.line(of: step).map { line throws(Diagnostics) in
                        try CallEvent(line: line, knowing: known?.call)
                    })
            }
        }
        return calls
    }
}
