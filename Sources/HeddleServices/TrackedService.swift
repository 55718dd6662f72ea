// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

/// A service whose calls are tracked.
struct TrackedService<Base: Service>: Service {
    private let base: Base
    private let data: [(name: String, part: Base.TrackedPart)]
    private let isTracked: @Sendable (TrackedCall<Base.Input, Base.Output>) -> Bool
    private let aspect: TrackAspect

    init(
        _ base: Base, _ label: String, _ data: [(name: String, part: Base.TrackedPart)],
        when isTracked: @escaping @Sendable (TrackedCall<Base.Input, Base.Output>) -> Bool,
        to providers: [TrackingProvider]
    ) {
        self.base = base
        self.data = data
        self.isTracked = isTracked
        aspect = TrackAspect(label, to: providers.map(\.provider), services: AspectServices())
    }

    var profile: ServiceProfile<Base.Input, Base.Output> { base.profile }

    var findings: [ServiceFinding] { [ServiceFinding("track", of: aspect.findings())] + base.findings }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output {
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
