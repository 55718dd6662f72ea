// SPDX-License-Identifier: Apache-2.0

import Subprocess
import Synchronization
import SystemPackage

/// One process of a fetcher that stays, from its start to its end.
final class FetcherSession: Sendable {
    enum Heard: Sendable {
        case answer(FetcherAnswer)
        /// The process ended, and the request may or may not have been made.
        case gone(FetcherEnding)
    }

    private struct Order: Sendable {
        let request: [UInt8]
        let heard: CheckedContinuation<Heard, Never>
    }

    private enum State {
        case idle
        /// The process is ready for an order.
        case ready(CheckedContinuation<Order?, Never>)
        case ordered(Order)
        case over
    }

    private let state = Mutex(State.idle)
    private let answered = Atomic(false)
    private let life = Mutex<Task<Void, Never>?>(nil)

    /// Starts the process.
    init(_ program: FetcherProgram, _ limits: RemoteSource.Limits) {
        life.withLock { life in life = Task { await run(program, limits) } }
    }

    /// True once it has answered.
    var hasAnswered: Bool { answered.load(ordering: .acquiring) }

    /// Makes a request, while no other one is made.
    ///
    /// The process is killed if the answer does not come in time, or is no longer wanted.
    func ask(_ request: [UInt8], within time: Duration) async -> Heard {
        await withTaskGroup(of: Heard?.self) { race in
            race.addTask { await withCheckedContinuation { self.give(Order(request: request, heard: $0)) } }
            race.addTask {
                try? await Task.sleep(for: time)
                return nil
            }
            if let first = await race.next(), let heard = first {
                race.cancelAll()
                return heard
            }
            stop()
            // The order ends with the process.
            _ = await race.next()
            return .gone(Task.isCancelled ? .cancelled : .overdue)
        }
    }

    /// Kills the process: it holds nothing that wants tidying.
    func stop() {
        end()
        life.withLock { $0 }?.cancel()
    }

    private func give(_ order: Order) {
        let refusal: Heard? = state.withLock { state in
            switch state {
            case .idle: state = .ordered(order)
            case .ready(let process):
                state = .idle
                process.resume(returning: order)
            case .ordered, .over: return .gone(.unusable("it has ended"))
            }
            return nil
        }
        if let refusal { order.heard.resume(returning: refusal) }
    }

    private func nextOrder() async -> Order? {
        await withTaskCancellationHandler {
            await self.awaitedOrder()
        } onCancel: {
            self.end()
        }
    }

    private func awaitedOrder() async -> Order? {
        await withCheckedContinuation { process in
            let order: Order?? = state.withLock { state in
                switch state {
                case .ordered(let order):
                    state = .idle
                    return .some(order)
                case .over: return .some(nil)
                case .idle, .ready:
                    state = .ready(process)
                    return .none
                }
            }
            if let order { process.resume(returning: order) }
        }
    }

    /// Takes no more orders; returns one that nobody has taken.
    @discardableResult
    private func end() -> Order? {
        state.withLock { state in
            switch state {
            case .ready(let process): process.resume(returning: nil)
            case .ordered(let order):
                // It is still owed an answer, by whoever ends last.
                return order
            case .idle, .over: break
            }
            state = .over
            return nil
        }
    }
}

// MARK: The process

extension FetcherSession {
    private func run(_ program: FetcherProgram, _ limits: RemoteSource.Limits) async {
        var open: Order?
        let ending: FetcherEnding
        do {
            let result = try await Subprocess.run(
                .path(FilePath(program.path)), arguments: program.arguments(limits, "--requests"),
                input: .inputWriter, output: .sequence, error: .string(limit: FetcherProgram.longestMessage)
            ) { process in
                var answers = FetcherAnswers(process.standardOutput, limit: limits.bytes)
                while let order = await nextOrder() {
                    open = order
                    guard let answer = try await self.answer(order, process.standardInputWriter, &answers) else {
                        break
                    }
                    open = nil
                    answered.store(true, ordering: .releasing)
                    order.heard.resume(returning: .answer(answer))
                }
                try? await process.standardInputWriter.finish()
            }
            ending = .ended(result.terminationStatus, body: [], message: result.standardError)
        } catch let error as FetcherAnswers.Malformed {
            ending = .unusable(error.reason)
        } catch let error as SubprocessError {
            ending = .refused(error, path: program.path)
        } catch {
            ending = .unusable("\(error)")
        }
        let left = end()
        state.withLock { $0 = .over }
        for order in [open, left].compactMap(\.self) { order.heard.resume(returning: .gone(ending)) }
    }

    /// The answer; nil if the process ends before it.
    private func answer(
        _ order: Order, _ input: StandardInputWriter, _ answers: inout FetcherAnswers
    ) async throws -> FetcherAnswer? {
        do {
            guard try await input.write(order.request) == order.request.count else { return nil }
            return try await answers.next()
        } catch is SubprocessError {
            // It did not read on, or was ended: its ending says more.
            return nil
        }
    }
}
