// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What follows from a value, such as the places of its parts by their names: worked out once, when somebody asks for it.
///
/// Copies of the value share it. All are equal, as it adds nothing to the value.
struct Derived<Content: Sendable>: Hashable, Sendable {
    private final class Place: Sendable {
        let known = Mutex<Content?>(nil)
    }

    private let place = Place()

    /// The content.
    ///
    /// - Parameter make: works it out; two threads may both do so.
    func content(_ make: () -> Content) -> Content {
        if let known = place.known.withLock({ $0 }) { return known }
        let made = make()
        place.known.withLock { $0 = made }
        return made
    }

    static func == (left: Derived, right: Derived) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
