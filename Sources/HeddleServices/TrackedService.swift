// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

/// A service whose calls are tracked.
struct TrackedService<Base: Service>: Service, SurroundingService {
    private let base: Base
    private let data: [(name: String, part: Base.TrackedPart)]
    private let isTracked: @Sendable (TrackedCall<Base.Input, Base.Output>) -> Bool
    private let aspect: TrackAspect
    private let label: String
    /// True if a service inside makes events with the label: then that one alone does.
    private let isRepeated: Bool

    init(
        _ base: Base, _ label: String, _ data: [(name: String, part: Base.TrackedPart)],
        when isTracked: @escaping @Sendable (TrackedCall<Base.Input, Base.Output>) -> Bool,
        to providers: [TrackingProvider]
    ) {
        self.base = base
        let last = Dictionary(data.enumerated().map { ($0.element.name, $0.offset) }) { $1 }
        self.data = data.enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
        self.isTracked = isTracked
        self.label = label
        isRepeated = base.tracks(label)
        aspect = TrackAspect(label, to: providers.map(\.provider), services: AspectServices())
    }

    var surrounded: (any Service)? { base }
    var trackedLabel: String? { label }

    var profile: ServiceProfile<Base.Input, Base.Output> { base.profile }

    var findings: [ServiceFinding] {
        let repeated = [Value.Member("label", .string(label)), Value.Member("repeated", .bool(true))]
        return [isRepeated ? ServiceFinding("track", repeated) : ServiceFinding("track", of: aspect.findings())]
            + base.findings
    }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output {
        if isRepeated { return try await base(input) }
        let ending: Result<Base.Output, any Error>
        do { ending = .success(try await base(input)) } catch { ending = .failure(error) }
        let call = TrackedCall(input: input, ending: ending)
        aspect.track(base.profile.name) {
            guard isTracked(call) else { return nil }
            return data.compactMap { name, part in part(call).map { Value.Member(name, $0.value) } }
        }
        return try ending.get()
    }
}
