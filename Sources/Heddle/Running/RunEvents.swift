// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
internal import HeddleReport

/// The events of a run, as they happen.
///
/// ```swift
/// for try await event in host.events(of: "behaviour.json") {
///     if let problem = event.problem { print(problem) }
/// }
/// ```
///
/// Each loop is a run of its own, on a thread of its own, which begins with the loop and is over when the loop ends by
/// itself. A loop that is left early, or whose task is cancelled, stops the run after the current call; its `always`
/// steps are made. A cancelled task still receives the events of these. The run waits for a loop that is slower.
///
/// The loop throws ``Diagnostics`` if the behaviour is wrong; then nothing was called.
public struct RunEvents: AsyncSequence, Sendable {
    /// An event of the run.
    public typealias Element = RunEvent
    /// Everything that is wrong with the behaviour.
    public typealias Failure = Diagnostics

    private let start: @Sendable (RunFeed) -> Void

    init(start: @escaping @Sendable (RunFeed) -> Void) {
        self.start = start
    }

    /// A run that begins with the first event that is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(start) }

    /// Takes the events of one run.
    public final class Iterator: AsyncIteratorProtocol {
        private let feed = RunFeed()
        private var start: ((RunFeed) -> Void)?

        fileprivate init(_ start: @escaping (RunFeed) -> Void) {
            self.start = start
        }

        deinit { feed.abandon() }

        /// The next event; nil after the last.
        public func next() async throws(Diagnostics) -> RunEvent? { try await next(isolation: nil) }

        /// The next event; nil after the last.
        public func next(isolation actor: isolated (any Actor)?) async throws(Diagnostics) -> RunEvent? {
            begin()
            let feed = feed
            let event = await withTaskCancellationHandler {
                await feed.next()
            } onCancel: {
                feed.interrupt()
            }
            if event == nil { _ = try feed.result() }
            return event
        }

        private func begin() {
            guard let start else { return }
            self.start = nil
            if Task.isCancelled { feed.interrupt() }
            start(feed)
        }
    }
}

extension ModuleHost {
    /// The events of a run of a behaviour, which begins with the loop over them.
    ///
    /// - Parameter path: of the behaviour. Paths in it are relative to its folder.
    public func events(of path: String) -> RunEvents {
        RunEvents { $0.start { sink, isInterrupted throws(Diagnostics) in try self.run(path, sink, isInterrupted) } }
    }

    /// The events of a run of a behaviour that is a text, which begins with the loop over them.
    ///
    /// - Parameters:
    ///   - behaviour: the text, in JSON.
    ///   - name: names the text in diagnostics.
    ///   - folder: the folder that paths in it are relative to.
    public func events(
        ofBehaviour behaviour: String, named name: String = "behaviour", in folder: String = "."
    ) -> RunEvents {
        RunEvents {
            $0.start { sink, isInterrupted throws(Diagnostics) in
                try self.run(SourceText(name: name, behaviour), in: folder, sink, isInterrupted)
            }
        }
    }

    /// Checks a behaviour and runs its steps on a thread of its own, so that no call blocks the tasks of the program.
    ///
    /// ```swift
    /// let run = try await host.run("behaviour.json") { event in
    ///     if let problem = event.problem { await view.show(problem) }
    /// }
    /// ```
    ///
    /// If the task is cancelled, or the closure throws, the run stops after the current call, and its `always` steps
    /// are made. The result of a cancelled run has the ending `interrupted`.
    ///
    /// - Parameters:
    ///   - path: of the behaviour. Paths in it are relative to its folder.
    ///   - receive: receives each event in order, in the calling task. The run waits between two steps while 256
    ///     events are not taken.
    /// - Throws: ``Diagnostics``, everything that is wrong with the behaviour; then nothing was called. After the end of
    ///   the run, the error of the closure.
    @discardableResult
    public func run(
        _ path: String, isolation: isolated (any Actor)? = #isolation,
        _ receive: (RunEvent) async throws -> Void = { _ in }
    ) async throws -> RunResult {
        try await follow(receive) { sink, isInterrupted throws(Diagnostics) in
            try self.run(path, sink, isInterrupted)
        }
    }

    /// Checks a behaviour that is a text and runs its steps on a thread of its own, as for a file.
    ///
    /// - Parameters:
    ///   - behaviour: the text, in JSON.
    ///   - name: names the text in diagnostics.
    ///   - folder: the folder that paths in it are relative to.
    ///   - receive: receives each event in order, in the calling task.
    /// - Throws: ``Diagnostics``, everything that is wrong with the behaviour; then nothing was called. After the end of
    ///   the run, the error of the closure.
    @discardableResult
    public func run(
        behaviour: String, named name: String = "behaviour", in folder: String = ".",
        isolation: isolated (any Actor)? = #isolation, _ receive: (RunEvent) async throws -> Void = { _ in }
    ) async throws -> RunResult {
        try await follow(receive) { sink, isInterrupted throws(Diagnostics) in
            try self.run(SourceText(name: name, behaviour), in: folder, sink, isInterrupted)
        }
    }

    private func follow(
        isolation: isolated (any Actor)? = #isolation, _ receive: (RunEvent) async throws -> Void,
        _ run: @escaping @Sendable (sending RunEventSink, () -> Bool) throws(Diagnostics) -> RunResult
    ) async throws -> RunResult {
        let feed = RunFeed()
        return try await withTaskCancellationHandler {
            if Task.isCancelled { feed.interrupt() }
            feed.start(run)
            var thrown: (any Error)?
            while let event = await feed.next() {
                guard thrown == nil else { continue }
                do { try await receive(event) } catch {
                    thrown = error
                    feed.interrupt()
                }
            }
            if let thrown { throw thrown }
            return try feed.result()
        } onCancel: {
            feed.interrupt()
        }
    }
}
