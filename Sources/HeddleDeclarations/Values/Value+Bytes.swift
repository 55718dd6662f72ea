// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The bytes that an array of numbers from 0 to 255 consists of, as a member `uint8_t octets[6]` comes back; nil for
    /// other values.
    package var bytesOfNumbers: [UInt8]? {
        guard case .array(let elements) = self else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(elements.count)
        for element in elements {
            guard case .number(.integer(let number)) = element, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
