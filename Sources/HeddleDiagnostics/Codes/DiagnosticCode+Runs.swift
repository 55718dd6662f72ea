// SPDX-License-Identifier: Apache-2.0

extension DiagnosticCode {
    /// Fetching a behaviour over HTTP.
    public enum Source: String, CaseIterable, Sendable {
        /// A URL that Heddle does not fetch.
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
        /// A redirect that Heddle does not follow.
        case redirect = "source.redirect"
        /// The body is too large.
        case tooLarge = "source.too-large"
        /// The body ended early.
        case truncated = "source.truncated"
        /// The body is not a behaviour.
        case notABehaviour = "source.not-a-behaviour"
        /// Heddle-fetch is missing.
        case fetcherMissing = "source.fetcher-missing"
        /// Heddle-fetch failed.
        case fetcherFailed = "source.fetcher-failed"
        /// The transfer was cancelled.
        case cancelled = "source.cancelled"
        /// A behaviour that is not signed.
        case unsigned = "source.unsigned"
        /// A text that is no signed behaviour.
        case badEnvelope = "source.bad-envelope"
        /// A signature that is wrong or of an unknown key.
        case badSignature = "source.bad-signature"
        /// A signed behaviour that is for somebody else.
        case wrongIdentity = "source.wrong-identity"
        /// A signed behaviour whose time is over.
        case expired = "source.expired"
        /// A signed behaviour that is older than one that was seen.
        case rollback = "source.rollback"
        /// A behaviour that uses more than it may.
        case notAllowed = "source.not-allowed"
        /// A module whose file is not the one that may be used.
        case wrongModule = "source.wrong-module"
        /// A version that has failed too often.
        case abandoned = "source.abandoned"
        /// Nothing is active to which hooks could be added.
        case inactive = "source.inactive"
        /// A version that cannot be kept on disk.
        case unkept = "source.unkept"
        /// A folder for the state that another host has.
        case sharedState = "source.shared-state"
        /// A file that holds no key.
        case badKey = "source.bad-key"
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
        /// A step of "always" refers to a value that was never saved.
        case neverSaved = "step.never-saved"
        /// Steps that are left out for a reason that the behaviour gives.
        case leftOut = "step.left-out"
        /// A loop was run as often as it may be, and nothing has ended it.
        case loopUnended = "loop.unended"
        /// A callback that was called too late.
        case lateCallback = "callback.late"
        /// A callback was called in later steps than the one that records its calls.
        case unrecordedCallback = "callback.unrecorded"
        /// A module left functions that were to run on the main thread.
        case leftOnMainThread = "main-thread.left"
        /// Native code jumped out of a call that has hooks.
        case callLeft = "call.left"
        /// A background hook missed calls.
        case backgroundDropped = "background.dropped"
        /// A background hook failed.
        case backgroundFailed = "background.failed"
        /// A background hook took too long.
        case backgroundStuck = "background.stuck"
    }
}

extension DiagnosticCode {
    /// Recording a behaviour.
    public enum Recording: String, CaseIterable, Sendable {
        /// A value that differs between runs.
        case unsteady = "record.unsteady"
        /// The recording contradicts the behaviour.
        case surprise = "record.surprise"
        /// A secret that a recording would copy.
        case secret = "record.secret"
        /// Runs with different outcomes.
        case parting = "record.parting"
        /// The recording does not hold.
        case unsound = "record.unsound"
        /// Steps that did not run.
        case ending = "record.ending"
        /// The recording was interrupted.
        case interrupted = "record.interrupted"
        /// A recorded process ended early.
        case lost = "record.lost"
        /// A module that stubs cannot replace.
        case stub = "record.stub"
        /// Steps that are repeated, or are run where a condition holds.
        case block = "record.block"
        /// A callback that the stub does not call.
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
        /// A line of a recorded run that is not an event.
        case form = "kept-run.form"
        /// An event of a recorded run that lacks a member.
        case missing = "kept-run.missing"
        /// The last line of a recorded run is not complete.
        case cutOff = "kept-run.cut-off"
        /// A recorded run without an end.
        case noEnd = "kept-run.no-end"
        /// A recorded run that is not as it was written: its summary counts other events, or a case ends that has not begun.
        case otherNumbers = "kept-run.other-numbers"
        /// Events after the end of a recorded run.
        case beyondTheEnd = "kept-run.beyond-the-end"
        /// A part of a run that was not given.
        case missingPart = "kept-run.missing-part"
        /// A part of a run that was given twice.
        case repeatedPart = "kept-run.repeated-part"
        /// Parts of different runs.
        case otherRun = "kept-run.other-run"
        /// A run that another version of Heddle wrote.
        case otherVersion = "kept-run.other-version"
    }
}

extension DiagnosticCode {
    /// Programs in Swift that host modules.
    public enum Program: String, CaseIterable, Sendable {
        /// A text that is not the name of an action.
        case serviceName = "service.name"
        /// Swift types that do not fit the declaration.
        case serviceType = "service.type"
        /// A scripted action without exactly one declaration.
        case scriptDeclaration = "script.declaration"
        /// A declaration that a scripted action cannot have.
        case scriptUnsupported = "script.unsupported"
        /// An engine for calls that does not exist, or not on this machine.
        case callEngine = "calls.engine"
    }
}
