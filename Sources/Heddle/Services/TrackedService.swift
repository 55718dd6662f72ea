// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

/// A service whose calls are tracked.
struct TrackedService<Base: Service>: Service {
    private let base: Base
    private let parts: [Base.TrackedPart]
    private let isTracked: @Sendable (TrackedCall<Base.Input, Base.Output>) -> Bool
    private let aspect: TrackAspect

    init(
        _ base: Base, _ label: String, _ data: [(name: String, part: Base.TrackedPart)],
        when isTracked: @escaping @Sendable (TrackedCall<Base.Input, Base.Output>) -> Bool,
        to receive: @escaping @Sendable (String, Value) -> Void
    ) {
        self.base = base
        self.isTracked = isTracked
        parts = data.map(\.part)
        aspect = TrackAspect(
            label,
            data: data.enumerated().compactMap { index, datum in
                (try? CallPath("result.\(index)")).map { (datum.name, .path($0)) }
            },
            when: try? CallCondition(.object([Value.Member("result.isTracked", .bool(true))]), before: false),
            services: AspectServices(emit: receive))
    }

    var profile: ServiceProfile<Base.Input, Base.Output> { base.profile }

    var findings: [ServiceFinding] { [ServiceFinding("track", of: aspect.findings())] + base.findings }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output {
        let ending: Result<Base.Output, any Error>
        do { ending = .success(try await base(input)) } catch { ending = .failure(error) }
        aspect.left(view(of: TrackedCall(input: input, ending: ending)), since: 0)
        return try ending.get()
    }

    private func view(of call: TrackedCall<Base.Input, Base.Output>) -> TrackedView {
        let isTracked = isTracked(call)
        let values = isTracked ? parts.map { $0(call)?.value } : []
        return TrackedView(action: base.profile.name, isTracked: isTracked, values: values)
    }
}

/// The parts of a call that were chosen; to the aspect they are members of its result, by their numbers.
private struct TrackedView: ObservedCall {
    let action: ActionName
    let signature = Signature(
        symbol: "tracked", result: .record(RecordType(kind: .structure, tag: nil, members: nil)), parameters: [])
    let arguments: [Value] = []
    let outcome: Outcome?
    let savedErrno: Int32 = 0

    init(action: ActionName, isTracked: Bool, values: [Value?]) {
        self.action = action
        let parts = values.enumerated().compactMap { index, value in value.map { Value.Member("\(index)", $0) } }
        outcome = .returned(.object([Value.Member("isTracked", .bool(isTracked))] + parts))
    }
}
