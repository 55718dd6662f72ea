// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import Synchronization

/// The route of a path from the values behind a pointer to a place: the places of the pointers that it follows.
///
/// It is worked out once. What it cannot read at once ``MemoryWalk`` reads, and tells each mistake.
private final class MemoryRoute: Sendable {
    /// The offset of each pointer from the address before it.
    private let pointers: [Int]
    private let offset: Int
    private let size: Int
    /// The number that stands there; nil for other values.
    private let number: (type: Scalar, passing: PackedPassing)?

    /// Nil for a path that a walk has to go.
    init?(along steps: [PartPath.Step], from start: ValueLayout) {
        var pointers: [Int] = []
        var (layout, offset) = (start, 0)
        var isBehindPointer = true
        for step in steps {
            if case .handle(let pointed) = layout, !isBehindPointer {
                guard let inner = pointed.layout else { return nil }
                pointers.append(offset)
                (layout, offset, isBehindPointer) = (inner, 0, true)
            }
            switch (layout, step) {
            case (_, .element(0)) where isBehindPointer: break
            case (.record(let record), .member(let name)), (.record(let record), .target(let name)):
                guard let field = record.field(name), field.choices.isEmpty,
                    case .element(let inner, let place) = field.content
                else { return nil }
                layout = inner
                offset += place
            case (.array(let element, let count), .element(let index)) where index < count:
                layout = element
                offset += index * element.size
            default: return nil
            }
            isBehindPointer = false
        }
        (self.pointers, self.offset, size) = (pointers, offset, layout.size)
        number =
            if case .scalar(let type) = layout, type != .bool, let passing = PackedPassing(type) {
                (type, passing)
            } else {
                nil
            }
    }

    /// The number at the end; nil where the memory on the way cannot be read at once, or holds none.
    func number(from start: UInt) -> PackedNumber? {
        guard let number, let place = place(from: start) else { return nil }
        var bytes: UInt64 = 0
        guard unsafe heddle_read_known(place, &bytes, size) else { return nil }
        return PackedNumber(word: unsafe number.type.word(at: &bytes), passing: number.passing)
    }

    /// The address of the end; nil where the memory on the way cannot be read at once.
    func place(from start: UInt) -> UInt? {
        var address = start
        for place in pointers {
            var next: UInt = 0
            guard unsafe heddle_read_known(address &+ UInt(place), &next, MemoryLayout<UInt>.size), next != 0 else {
                return nil
            }
            address = next
        }
        return address &+ UInt(offset)
    }
}

/// A path through memory that steps follow, with its route from the handle that they met last.
package final class FollowedPath: Sendable {
    private struct Known {
        let type: PointedType
        let route: MemoryRoute?
        var handle: Handle
        var trust: MemoryTrust
        /// The version of the table of handles when it gave the address of the handle.
        var version: UInt64
        var address: UInt
    }

    private let path: PartPath
    private let known = Mutex<Known?>(nil)

    /// Nothing is known of the path yet.
    package init(_ path: PartPath) { self.path = path }

    /// The number at the end of the path from a handle; nil where ``HeddleDeclarations/Value/part(at:trusting:)`` has to
    /// look, which also says what is wrong.
    package func number(from handle: Handle, trusting trust: MemoryTrust) -> PackedNumber? {
        route(from: handle, trusting: trust).flatMap { $0.route.number(from: $0.start) }
    }

    /// The address of the place at the end, for an operation that reads or writes there and keeps nothing of it; nil as
    /// for ``number(from:trusting:)``.
    package func address(from handle: Handle, trusting trust: MemoryTrust) -> UInt? {
        route(from: handle, trusting: trust).flatMap { $0.route.place(from: $0.start) }
    }

    private func route(from handle: Handle, trusting trust: MemoryTrust) -> (route: MemoryRoute, start: UInt)? {
        // Before the address, so that one that changes meanwhile is asked for again.
        let version = HandleTable.shared.version
        return known.withLock { known in
            if let known, known.handle.id == handle.id, known.version == version, known.trust == trust {
                return known.route.map { ($0, known.address) }
            }
            guard let start = HandleTable.shared.start(of: handle, trusting: trust), let layout = start.type.layout
            else { return nil }
            let route =
                known?.type === start.type
                ? known?.route : MemoryRoute(along: path.steps, from: layout)
            known = Known(
                type: start.type, route: route, handle: handle, trust: trust, version: version, address: start.address)
            return route.map { ($0, start.address) }
        }
    }
}
