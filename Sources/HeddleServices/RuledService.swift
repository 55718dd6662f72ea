// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

/// A service whose calls follow the courses that the rule of an aspect gives them.
struct RuledService<Base: Service>: Service, SurroundingService {
    private let base: Base
    private let aspect: String
    private let rule: any AspectRule
    private let clock: any TaskClock
    private let course: @Sendable (inout Base.Input) async throws -> Course<Base.Output>

    /// - Parameters:
    ///   - clock: by which the task waits.
    ///   - course: the course that the rule returned for a call; it may replace the input.
    init(
        _ base: Base, _ aspect: String, _ rule: any AspectRule, _ clock: any TaskClock = SwiftClock(ContinuousClock()),
        course: @escaping @Sendable (inout Base.Input) async throws -> Course<Base.Output>
    ) {
        self.base = base
        self.aspect = aspect
        self.rule = rule
        self.clock = clock
        self.course = course
    }

    var surrounded: (any Service)? { base }

    var profile: ServiceProfile<Base.Input, Base.Output> { base.profile }

    var findings: [ServiceFinding] { [ServiceFinding(aspect, rule.facts())] + base.findings }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output {
        var input = input
        let course = try await course(&input)
        return try await clock.follow(course) { [base, input] in try await base(input) }
    }
}

extension TaskClock {
    /// Goes the way of a course, in the calling task.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    fileprivate func follow<Output: Sendable>(
        _ course: Course<Output>, _ body: @escaping @Sendable () async throws -> Output
    ) async throws -> Output {
        var course = course
        var ending: Course<Output>.Ending?
        while true {
            switch course {
            case .proceed(let limit, let then):
                let ended = await self.ending(of: body, within: limit)
                ending = ended
                course = then(ended)
            case .wait(let nanoseconds, let then):
                try Task.checkCancellation()
                try await wait(for: nanoseconds)
                course = then()
            case .answer(let output, _): return output
            case .fail(let error): throw error
            case .done:
                guard let ending else { throw Failure(.noResult, "the call ended without a result") }
                return try ending.get()
            }
        }
    }

    private func ending<Output: Sendable>(
        of body: @escaping @Sendable () async throws -> Output, within limit: UInt64?
    ) async -> Result<Output, any Error> {
        guard let limit else { return await Result(catching: body) }
        return await withTaskGroup { group in
            group.addTask { await Result(catching: body) as Result<Output, any Error>? }
            group.addTask {
                try? await wait(for: limit)
                return nil
            }
            return await Self.first(of: &group)
        }
    }

    /// Waits for the end of the body or of its time. A body that ignores cancellation is waited for.
    private static func first<Output>(of group: inout TaskGroup<Result<Output, any Error>?>) async -> Result<
        Output, any Error
    > {
        let first = await group.next() ?? nil
        group.cancelAll()
        if let first { return first }
        let late = await group.next() ?? nil
        if case .success? = late { return late ?? .failure(CutShort()) }
        return Task.isCancelled ? .failure(CancellationError()) : .failure(CutShort())
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
