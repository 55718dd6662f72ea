// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

/// Spans of the calls of several services. The parent of a span is the enclosing call.
///
/// ```swift
/// let trace = ServiceTrace { print($0.json) }
/// let price = Prices().traced(by: trace)
/// let cart = Cart(price).traced(by: trace)
///
/// // {"span":2,"parent":1,"action":"Shop.Prices","startNs":120,"ns":412,"status":"returned"}
/// ```
///
/// The parent is the innermost open call of the same trace in the task, or in the task that started this one.
public final class ServiceTrace: Sendable {
    private let aspect: TraceAspect

    /// The innermost open span of each trace in the task.
    @TaskLocal fileprivate static var open: [ObjectIdentifier: TraceAspect.Span] = [:]

    /// Creates a trace. Times are counted from its creation.
    ///
    /// - Parameter receive: receives each span when its call ends, in any task.
    public init(clock: any Clock<Duration> = ContinuousClock(), _ receive: @escaping @Sendable (Value) -> Void) {
        aspect = TraceAspect(clock: clock.forTasks, services: AspectServices(emit: { _, span in receive(span) }))
    }

    fileprivate func follow<Input, Output>(
        _ call: ServiceCall<Input, Output>, _ body: () async throws -> Output
    ) async throws -> Output {
        var call = call
        var open = Self.open
        let span = aspect.begin(call.action, inside: open[ObjectIdentifier(self)])
        open[ObjectIdentifier(self)] = span
        do {
            let output = try await Self.$open.withValue(open, operation: body)
            call.ending = .success(output)
            aspect.end(span, call)
            return output
        } catch {
            call.ending = .failure(error)
            aspect.end(span, call)
            throw error
        }
    }

    fileprivate func finding(of action: ActionName) -> ServiceFinding {
        ServiceFinding("trace", of: aspect.findings().filter { $0.action == action })
    }
}

private struct TracedService<Base: Service>: Service {
    let base: Base
    let trace: ServiceTrace

    var profile: ServiceProfile<Base.Input, Base.Output> { base.profile }
    var findings: [ServiceFinding] { [trace.finding(of: profile.name)] + base.findings }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output {
        try await trace.follow(ServiceCall(profile: profile, input: input)) { try await base(input) }
    }
}

extension Service {
    /// Sends a span for each call.
    public func traced(by trace: ServiceTrace) -> some Service<Input, Output> {
        TracedService(base: self, trace: trace)
    }
}
