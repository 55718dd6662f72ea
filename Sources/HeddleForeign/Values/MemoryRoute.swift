// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import Synchronization

/// The route of a path from the values behind a pointer to a number: the places of the pointers that it follows.
///
/// It is worked out once, and leads to numbers only. ``MemoryWalk`` reads everything else, and tells each mistake.
private final class MemoryRoute: Sendable {
    /// The offset of each pointer from the address before it.
    private let pointers: [Int]
    private let offset: Int
    private let number: Scalar
    private let passing: PackedPassing

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
        guard case .scalar(let number) = layout, number != .bool, let passing = PackedPassing(number) else {
            return nil
        }
        (self.pointers, self.offset, self.number, self.passing) = (pointers, offset, number, passing)
    }

    /// The number at the end; nil where the memory on the way cannot be read at once, or was released.
    func number(from start: UInt, trusting trust: MemoryTrust) -> PackedNumber? {
        var address = start
        for offset in pointers {
            let place = address &+ UInt(offset)
            var next: UInt = 0
            guard unsafe heddle_read_known(place, &next, MemoryLayout<UInt>.size), next != 0,
                trust == .anything || !HandleTable.shared.isReleased(next, at: place)
            else { return nil }
            address = next
        }
        var bytes: UInt64 = 0
        guard unsafe heddle_read_known(address &+ UInt(offset), &bytes, number.size) else { return nil }
        return PackedNumber(word: unsafe number.word(at: &bytes), passing: passing)
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
        // Before the address, so that one that changes meanwhile is asked for again.
        let version = HandleTable.shared.version
        let (route, address) = known.withLock { known in
            if let known, known.handle.id == handle.id, known.version == version, known.trust == trust {
                return (known.route, known.address)
            }
            guard let start = HandleTable.shared.start(of: handle, trusting: trust), let layout = start.type.layout
            else { return (nil, 0) }
            let route =
                known?.type === start.type
                ? known?.route : MemoryRoute(along: path.steps, from: layout)
            known = Known(
                type: start.type, route: route, handle: handle, trust: trust, version: version, address: start.address)
            return (route, start.address)
        }
        return route?.number(from: address, trusting: trust)
    }
}
