// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing
import Workbench

@testable import HeddleReport

@Suite("Timeline")
struct TimelineTests {
    private func places(_ events: [Event]) -> [Timeline.Place] {
        let recorder = CaseRecorder(keepsCalls: true)
        var timeline = Timeline()
        return (events + [.summary(Summary())]).flatMap { recorder.add($0) }.map { timeline.place($0) }
    }

    @Test("what was measured stands where it was")
    func measured() {
        let place = places(
            Scene.attempt(
                Scene.attempt("a", worker: 2, start: 1000), CaseEnding(.passed, nanoseconds: 500),
                Scene.call(2, start: 1010, nanoseconds: 20), Scene.call(2, start: 1400, nanoseconds: 50)))[0]
        #expect(place.track == 3)
        #expect(place.start == 1000)
        #expect(place.end == 1500)
        #expect(place.calls == [1010..<1030, 1400..<1450])
    }

    @Test("what was not measured stands behind what came before it on its track")
    func unmeasured() {
        let found = places(
            Scene.attempt(Scene.attempt("a"), CaseEnding(.passed), Scene.call(0), Scene.call(0))
                + Scene.attempt(Scene.attempt("b"), CaseEnding(.passed, nanoseconds: 7), Scene.call(0))
                + Scene.attempt(Scene.attempt("c", worker: 1), CaseEnding(.passed, nanoseconds: 7)))
        #expect(found.map { $0.start..<$0.end } == [0..<200, 200..<300, 0..<7])
        #expect(found[0].calls == [0..<100, 100..<200])
        #expect(found[1].calls == [200..<300])
    }

    @Test("always nests, and never overlaps, whatever a kept run says", arguments: 1...20 as ClosedRange<UInt64>)
    func nesting(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func moment() -> UInt64 { Bool.random(using: &random) ? .random(in: 0...5000, using: &random) : .max }
        let events = (0..<30).flatMap { index in
            let worker = Int.random(in: 0...2, using: &random)
            return Scene.attempt(
                Scene.attempt("\(index)", worker: worker, start: moment()),
                CaseEnding(.passed, nanoseconds: moment()), Scene.call(worker, start: moment(), nanoseconds: moment()),
                Scene.call(worker, start: nil, nanoseconds: moment()))
        }
        for (_, track) in Dictionary(grouping: places(events), by: \.track) {
            for place in track {
                let edges = [place.start] + place.calls.flatMap { [$0.lowerBound, $0.upperBound] } + [place.end]
                #expect(edges == edges.sorted())
            }
            #expect(zip(track, track.dropFirst()).allSatisfy { $0.end <= $1.start })
        }
    }
}
