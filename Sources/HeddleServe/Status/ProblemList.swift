// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleJSON
import Synchronization

/// Collects what is wrong in a run, up to a limit.
final class ProblemList: Sendable {
    private let limit: Int
    private let found = Mutex<[Value]>([])

    init(limit: Int) {
        self.limit = limit
    }

    var all: [Value] { found.withLock { $0 } }

    func take(_ event: WorkerLine.Event) {
        guard event.isProblem else { return }
        found.withLock { found in
            if found.count < limit { found.append(event.node.value) }
        }
    }
}

extension WorkerLine.Event {
    fileprivate var isProblem: Bool {
        switch kind {
        case .call(_, let status, _): status == "failed"
        case .expectation(let holds): !holds
        case .diagnostic: true
        case .plan, .other: false
        }
    }
}
