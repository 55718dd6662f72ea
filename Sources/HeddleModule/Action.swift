// SPDX-License-Identifier: Apache-2.0

/// Runs the body of an action. An error makes the call fail; see ``Failure``.
///
/// - Returns: what the body returns. All its bytes are 0 when the call fails; the host then passes it to nobody.
public func action<Result: BitwiseCopyable>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch {
        Failure(error).report()
        return zeros()
    }
}

/// A value of which each byte is 0, which C takes for any of its types.
private func zeros<Result: BitwiseCopyable>() -> Result {
    unsafe withUnsafeTemporaryAllocation(
        byteCount: max(MemoryLayout<Result>.size, 1), alignment: MemoryLayout<Result>.alignment
    ) { bytes in
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe bytes.loadUnaligned(as: Result.self)
    }
}
