// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// An aspect in a hook. It leads each call along the course that its rule gives.
struct CourseInterceptor: Interceptor {
    private let aspect: String
    private let rule: any AspectRule
    private let clock: any AspectClock
    private let course: @Sendable (any ObservedCall) -> Course<Value?>

    /// - Parameter course: the course that the rule gives a call.
    init(
        _ aspect: String, _ rule: some AspectRule, _ clock: any AspectClock,
        course: @escaping @Sendable (any ObservedCall) -> Course<Value?>
    ) {
        self.aspect = aspect
        self.rule = rule
        self.clock = clock
        self.course = course
    }

    func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        call.follow(course(call.view), clock, for: aspect)
    }

    func facts() -> [Value.Member] { rule.facts() }
}

extension InterceptedCall where Self: ~Copyable {
    /// Follows a course on the calling thread.
    func follow(_ course: Course<Value?>, _ clock: any AspectClock, for aspect: String) {
        var course = course
        var hasRun = false
        while true {
            switch course {
            case .proceed(_, let then):
                hasRun = true
                course = then(proceed().map(Course.Ending.init))
            case .wait(let nanoseconds, let then):
                clock.sleep(for: nanoseconds)
                course = then()
            case .answer(let result, let otherwise):
                guard let misfit = misfit(answering: result, inPlaceOfAction: !hasRun) else { return }
                course =
                    otherwise?()
                    ?? .fail(Failure(.misfit, "\(aspect) has no fitting result: \(misfit)"))
            case .fail(let error):
                if !hasRun { try? clearOutputs() }
                return fail(Failure(error))
            case .done: return
            }
        }
    }

    /// Sets the result of the call, or returns the reason why it does not fit. What nothing has written is zero.
    private func misfit(answering result: Value?, inPlaceOfAction: Bool) -> (any Error)? {
        do {
            try answer(result)
            if inPlaceOfAction { try clearOutputs() }
            return nil
        } catch {
            return error
        }
    }
}

extension Result<Value?, any Error> {
    fileprivate init(_ outcome: Outcome) {
        switch outcome {
        case .returned(let result): self = .success(result)
        case .failed(let failure): self = .failure(failure)
        }
    }
}

extension Failure {
    /// Any error as the failure of a call; a failure stays unchanged.
    package init(_ error: any Error) {
        self = error as? Failure ?? Failure(code: "\(type(of: error))", message: "\(error)")
    }
}
