// SPDX-License-Identifier: Apache-2.0

/// A service around another one.
protocol SurroundingService {
    /// The service inside of it; nil if it is made from a closure.
    var surrounded: (any Service)? { get }
    /// The label of the events that it makes of calls; nil if it makes none.
    var trackedLabel: String? { get }
}

extension SurroundingService {
    var trackedLabel: String? { nil }
}

extension Service {
    /// Returns whether the service, or one inside of it, makes events with a label.
    func tracks(_ label: String) -> Bool {
        guard let service = self as? any SurroundingService else { return false }
        return service.trackedLabel == label || service.surrounded?.tracks(label) ?? false
    }
}
