// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Testing

@Suite("Aspects of a service together")
struct ServicePairTests {
    private typealias Decorator = @Sendable (AnyService<Int, Int>) throws -> AnyService<Int, Int>

    /// One of each aspect, made so that it lets calls through now and then.
    private static let all: [(name: String, decorate: Decorator)] = [
        ("log", { AnyService($0.logged(to: Log().logger)) }), ("count", { AnyService($0.counted()) }),
        ("time", { AnyService($0.timed()) }), ("trace", { AnyService($0.traced(by: ServiceTrace { _ in })) }),
        ("track", { AnyService($0.tracked("l") { _, _ in }) }), ("expectCalls", { AnyService($0.expectingCalls(3)) }),
        ("guard", { AnyService($0.guarded { $0 < 8 }) }),
        ("limit", { AnyService($0.limited(to: 3, per: .seconds(3600))) }),
        ("cache", { AnyService(try $0.cached(capacity: 2)) }), ("once", { AnyService($0.once()) }),
        ("delay", { AnyService($0.delayed(by: .nanoseconds(7), clock: TestClock())) }),
        ("retry", { AnyService(try $0.retried(attempts: 2, force: true, clock: TestClock())) }),
        ("timeout", { AnyService($0.timeLimited(to: .seconds(3600))) }), ("fault", { AnyService($0.faulty(every: 3)) }),
        ("answer", { AnyService($0.answering([5], then: .proceed)) }),
        ("rewrite", { AnyService($0.rewriting(output: { $0 })) }),
    ]

    @Test("every ordered pair ends every call, with what one of the two or the service gave", arguments: all.indices)
    func pairs(outer: Int) async throws {
        let codes: Set = ["refused", "limited", "fault", "offline"]
        let body = AnyService<Int, Int>("test.body") { number in
            if number == 4 { throw failure("offline") }
            return number
        }
        for inner in Self.all {
            let service = try Self.all[outer].decorate(inner.decorate(body))
            let names = [Self.all[outer].name, inner.name]
            #expect(service.findings.map(\.aspect).allSatisfy(names.contains))
            for number in 0..<10 {
                switch await ending({ try await service(number) }) {
                case .success(let output):
                    #expect(output == number || output == 5 || names.contains("once"), "\(names)")
                case .failure(let failure): #expect(codes.contains(failure.code), "\(names)")
                }
            }
        }
    }

    @Test("an aspect that only looks changes nothing, wherever it stands", arguments: 0..<6)
    func observers(index: Int) async throws {
        let body = AnyService<Int, Int>("test.body") { number in
            if number == 4 { throw failure("offline") }
            return number
        }
        for other in Self.all {
            let bare = try other.decorate(body)
            let watched = try Self.all[index].decorate(other.decorate(Self.all[index].decorate(body)))
            for number in 0..<10 {
                let (left, right) = (
                    await ending { try await bare(number) }, await ending { try await watched(number) }
                )
                #expect(left == right, "\(Self.all[index].name) around \(other.name)")
            }
        }
    }

    @Test("cached outside of retried keeps what the retry came to, and asks no more")
    func cacheOverRetry() async throws {
        let asked = Asked<Int, Int>(.failure(failure("offline")), .success(7))
        let service = try asked.retried(force: true).cached()
        for _ in 0..<3 { #expect(try await service(1) == 7) }
        #expect(asked.inputs.count == 2)
    }

    @Test("retried outside of faulty gets past it, inside of it never sees it")
    func retryAndFault() async throws {
        let asked = Asked<Int, Int>(.success(7))
        #expect(try await asked.faulty(calls: [1, 2]).retried(force: true)(1) == 7)
        let inside = try asked.retried(force: true).faulty(calls: [1])
        #expect(await failureCode { try await inside(1) } == "fault")
        #expect(inside.findings[1]["calls"] == 0)
    }

    @Test("guarded outside of cached refuses also what is known")
    func guardOverCache() async throws {
        let asked = Asked<Int, Int>(.success(7))
        let service = try asked.cached { _ in 0 }.guarded { $0 == 1 }
        #expect(try await service(1) == 7)
        #expect(await failureCode { try await service(2) } == "refused")
        #expect(try await asked.guarded { $0 == 1 }.cached { _ in 0 }(1) == 7)
    }
}
