// SPDX-License-Identifier: Apache-2.0

extension DiagnosticCode {
    /// Fetching a behaviour over HTTP.
    public enum Source: String, CaseIterable, Sendable {
        /// A URL that is not fetched.
        case invalidURL = "source.invalid-url"
        /// The server does not answer.
        case unreachable = "source.unreachable"
        /// The transfer took too long.
        case timeout = "source.timeout"
        /// No secure connection.
        case tls = "source.tls"
        /// The answer is not HTTP.
        case notHTTP = "source.not-http"
        /// The server answered with an error.
        case status = "source.status"
        /// A redirect that is not followed.
        case redirect = "source.redirect"
        /// The body is larger than is accepted.
        case tooLarge = "source.too-large"
        /// The body ended early.
        case truncated = "source.truncated"
        /// The body is not a behaviour.
        case notABehaviour = "source.not-a-behaviour"
        /// Heddle-fetch is not there.
        case fetcherMissing = "source.fetcher-missing"
        /// Heddle-fetch did not do its work.
        case fetcherFailed = "source.fetcher-failed"
        /// The transfer was cancelled.
        case cancelled = "source.cancelled"
    }
}

extension DiagnosticCode {
    /// Calls and expectations of a run.
    public enum Run: String, CaseIterable, Sendable {
        /// An expectation did not hold.
        case expectationFailed = "expectation.failed"
        /// A call failed unexpectedly.
        case callFailed = "call.failed"
        /// The expectation of an aspect did not hold.
        case aspectExpectation = "aspect.expectation"
        /// A handle that was not released.
        case unreleasedHandle = "handle.unreleased"
        /// A step of "always" refers to what was never saved.
        case neverSaved = "step.never-saved"
        /// A callback was called after it was closed.
        case lateCallback = "callback.late"
        /// Native code jumped out of a call that has hooks.
        case callLeft = "call.left"
        /// A background hook has not seen all calls.
        case backgroundDropped = "background.dropped"
        /// A background hook failed.
        case backgroundFailed = "background.failed"
        /// A background hook was not done in time.
        case backgroundStuck = "background.stuck"
    }
}

extension DiagnosticCode {
    /// Recording a behaviour.
    public enum Recording: String, CaseIterable, Sendable {
        /// A value that differs between runs.
        case unsteady = "record.unsteady"
        /// The recording expects another outcome than the behaviour.
        case surprise = "record.surprise"
        /// A secret that a recording would copy.
        case secret = "record.secret"
        /// The runs went different ways.
        case parting = "record.parting"
        /// The recording does not hold.
        case unsound = "record.unsound"
        /// Steps that were not run are not recorded.
        case ending = "record.ending"
        /// The recording was interrupted.
        case interrupted = "record.interrupted"
        /// A run did not come to its end.
        case lost = "record.lost"
        /// No answers can stand in the place of this module.
        case stub = "record.stub"
        /// A function that is no longer called.
        case callback = "record.callback"
        /// A call that no hook answers.
        case unansweredCall = "call.unanswered"
    }
}

extension DiagnosticCode {
    /// Reports and recorded runs.
    public enum Report: String, CaseIterable, Sendable {
        /// The recorded run cannot be read.
        case unreadable = "run.unreadable"
        /// The report cannot be written.
        case unwritable = "report.unwritable"
        /// The output file is an input of the same command.
        case input = "report.input"
        /// A recorded run without events.
        case empty = "kept-run.empty"
        /// A line of a recorded run that is no event.
        case form = "kept-run.form"
        /// An event of a recorded run that lacks a member.
        case missing = "kept-run.missing"
        /// The last line of a recorded run is not complete.
        case cutOff = "kept-run.cut-off"
        /// A recorded run without an end.
        case noEnd = "kept-run.no-end"
        /// Events behind the end of a recorded run.
        case beyondTheEnd = "kept-run.beyond-the-end"
    }
}

extension DiagnosticCode {
    /// Programs in Swift that host modules.
    public enum Program: String, CaseIterable, Sendable {
        /// A text that names no action.
        case serviceName = "service.name"
        /// Types of Swift that do not fit the declaration.
        case serviceType = "service.type"
        /// A scripted action that is not declared by one function.
        case scriptDeclaration = "script.declaration"
        /// A scripted action of a form that a body in Swift cannot have.
        case scriptUnsupported = "script.unsupported"
    }
}
