// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign
internal import HeddleReport
internal import HeddleSystem
internal import Synchronization

/// The calls of recorded modules that have begun and not ended, on each thread, with the functions of Heddle that they
/// call back.
///
/// Native code may leave a call or a function by `longjmp`. So an end takes away all that began later on its thread.
final class OpenCalls: CallbackObserver {
    /// A call that has begun.
    struct Entry {
        /// Its place among all; nil for one that a recorded call makes itself.
        let order: Int?
        /// The numbers of the functions that it was given.
        let functions: [Int]
        fileprivate let depth: Int
    }

    fileprivate enum Frame {
        case recorded(ActionName, callbacks: [CallAnswer.Callback])
        /// A call that a recorded call makes itself, or a function that no answer calls: nothing inside of it is made
        /// once answers stand in place of the modules.
        case inner
        /// A function that an answer will call.
        case callback
    }

    fileprivate struct State {
        var threads: [UInt64: [Frame]] = [:]
        /// The functions by their addresses: the number of each, and the first action that was given it.
        var functions: [UInt: (number: Int, giver: ActionName)] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let events: EventStream

    /// - Parameter events: is told of what no answer can repeat.
    init(telling events: EventStream) {
        self.events = events
    }

    /// A call begins.
    ///
    /// - Parameter functions: the addresses of the functions that it is given.
    func begin(_ action: ActionName, given functions: [UInt]) -> Entry {
        let thread = CurrentThread.number
        return state.withLock { state in
            let numbers = functions.map { address in
                if let known = state.functions[address] { return known.number }
                state.functions[address] = (state.functions.count + 1, action)
                return state.functions.count
            }
            let frames = state.threads[thread] ?? []
            let isRecorded =
                switch frames.last {
                case nil, .callback: true
                case .recorded, .inner: false
                }
            if isRecorded { state.count += 1 }
            state.threads[thread] = frames + [isRecorded ? .recorded(action, callbacks: []) : .inner]
            return Entry(order: isRecorded ? state.count : nil, functions: numbers, depth: frames.count)
        }
    }

    /// A call has ended.
    ///
    /// - Returns: the functions that it has called.
    func end(_ entry: Entry) -> [CallAnswer.Callback] {
        state.withLock { state in
            guard let frames = state.threads[CurrentThread.number], entry.depth < frames.count else { return [] }
            state.cut(to: entry.depth)
            if case .recorded(_, let callbacks) = frames[entry.depth] { return callbacks }
            return []
        }
    }

    func entered(_ function: UInt, with arguments: [Value], isNoted: Bool) -> Int? {
        if isNoted { return nil }
        let thread = CurrentThread.number
        let (token, unanswered) = state.withLock { state -> (Int?, ActionName?) in
            var frames = state.threads[thread] ?? []
            let depth = frames.count
            let caller = frames.lastIndex { if case .inner = $0 { false } else { true } }
            let known = state.functions[function]
            if let caller, case .recorded(let action, let callbacks) = frames[caller] {
                if let known {
                    let callback = CallAnswer.Callback("\(known.number)", arguments)
                    frames[caller] = .recorded(action, callbacks: callbacks + [callback])
                }
                state.threads[thread] = frames + [known == nil ? .inner : .callback]
                return (depth, known == nil ? action : nil)
            }
            // On a thread of the module's own there is no call whose answer could call it.
            guard caller == nil, let known else { return (nil, nil) }
            state.threads[thread] = frames + [.inner]
            return (depth, known.giver)
        }
        if let unanswered { events.receive(.emitted(UnansweredCallback(action: unanswered).event)) }
        return token
    }

    func left(_ token: Int) { state.withLock { $0.cut(to: token) } }
}

extension OpenCalls.State {
    /// Takes away what began on this thread behind some others.
    fileprivate mutating func cut(to depth: Int) {
        let thread = CurrentThread.number
        guard let frames = threads[thread], depth < frames.count else { return }
        threads[thread] = depth == 0 ? nil : Array(frames[..<depth])
    }
}
