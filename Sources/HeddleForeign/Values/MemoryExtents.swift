// SPDX-License-Identifier: Apache-2.0

/// The handles that memory belongs to, by its addresses, for handles of which it is known where their memory ends.
///
/// - Complexity: each operation is O(1) for memory of up to 16 pages, and O(number of larger ones) for larger memory.
struct MemoryExtents {
    private struct Extent {
        let handle: UInt64
        let addresses: Range<UInt>
    }

    /// By the pages that they touch.
    private var small: [UInt: [Extent]] = [:]
    private var large: [Extent] = []

    private static let pageSize: UInt = 4096
    private static let mostPages: UInt = 16

    /// Notes the memory of a handle.
    mutating func insert(_ handle: UInt64, at addresses: Range<UInt>) {
        if addresses.isEmpty { return }
        let extent = Extent(handle: handle, addresses: addresses)
        guard let pages = Self.pages(of: addresses) else { return large.append(extent) }
        for page in pages { small[page, default: []].append(extent) }
    }

    /// Forgets the memory of a handle.
    mutating func remove(_ handle: UInt64, at addresses: Range<UInt>) {
        if addresses.isEmpty { return }
        guard let pages = Self.pages(of: addresses) else { return large.removeAll { $0.handle == handle } }
        for page in pages {
            small[page]?.removeAll { $0.handle == handle }
            if small[page]?.isEmpty ?? false { small[page] = nil }
        }
    }

    /// The handle of the smallest memory that has an address; nil where it is in none.
    func handle(at address: UInt) -> UInt64? {
        var nearest: Extent?
        func look(at extents: [Extent]) {
            for extent in extents where extent.addresses.contains(address) {
                if extent.addresses.count < nearest?.addresses.count ?? .max { nearest = extent }
            }
        }
        // Every handle that a call returns is looked for, so that nothing is allocated here.
        if let near = small[address / Self.pageSize] { look(at: near) }
        look(at: large)
        return nearest?.handle
    }

    /// The pages of memory; nil if there are many.
    private static func pages(of addresses: Range<UInt>) -> ClosedRange<UInt>? {
        let pages = addresses.lowerBound / pageSize...(addresses.upperBound - 1) / pageSize
        return pages.upperBound - pages.lowerBound < mostPages ? pages : nil
    }
}
