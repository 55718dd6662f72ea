// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

extension CaseProcess {
    /// The next task of the process that cases are forked from, or of that of a case.
    package enum Turn {
        /// This is the process of a case, for which an order has come.
        case isCase([UInt8])
        /// A case has died, of which an order says which. It is told in a process of its own, unless there can be none, by
        /// ``CaseProcess/endTelling(on:)`` behind it.
        case death(End, of: [UInt8])
        /// There can be no process for an order.
        case unforked([UInt8])
        /// Something else has come than an order for a case.
        case message([UInt8])
        /// Nothing more comes.
        case over

        /// Forks this process for an order, then for each that comes through the channel and begins with
        /// ``CaseProcess/orderWord``. Cases tell there what happens, and their end is told.
        package init(for order: [UInt8], on channel: HostChannel) {
            self.init(unsafe heddle_first_turn(channel.file, order, order.count), channel)
        }

        /// The same for the next orders.
        package init(on channel: HostChannel) { self.init(heddle_next_turn(channel.file), channel) }

        private init(_ turn: heddle_turn, _ channel: HostChannel) {
            let latest = unsafe heddle_latest_order().pointee
            let order = unsafe [UInt8](UnsafeRawBufferPointer(start: latest.bytes, count: latest.size))
            switch turn {
            case HEDDLE_TURN_CASE:
                channel.passToCase()
                self = .isCase(order)
            case HEDDLE_TURN_DEATH:
                // As a rule this is a fork, for that alone.
                channel.shareWithFork()
                self = .death(End(unsafe heddle_latest_end().pointee), of: order)
            case HEDDLE_TURN_UNFORKED: self = .unforked(order)
            case HEDDLE_TURN_MESSAGE: self = .message(order)
            default: self = .over
            }
        }
    }

    /// The word that an order for a case begins with; a zero byte stands behind it.
    package static let orderWord = HEDDLE_CASE_ORDER

    /// Ends a process that has told of the death of a case. In the one that cases are forked from, it tells the end of the
    /// case: `(STATUS PROCESSES SEGMENTS FORKS)`.
    package static func endTelling(on channel: HostChannel) { heddle_end_telling(channel.file) }
}
