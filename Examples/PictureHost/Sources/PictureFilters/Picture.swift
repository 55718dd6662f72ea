// SPDX-License-Identifier: Apache-2.0

public import Heddle

/// `extent` of the filters.
struct Extent: Codable, ValueConvertible {
    var width, height: UInt32
}

/// `pixel` of the filters.
public struct Pixel: Codable, ValueConvertible, Hashable, Sendable {
    /// The parts of its colour.
    public var red, green, blue: UInt8

    /// Creates a pixel.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }
}

/// A picture: its pixels row by row.
public struct Picture: Hashable, Sendable {
    /// The number of pixels in a row, and of rows.
    public var width, height: UInt32
    /// The pixels, row by row.
    public var pixels: [Pixel]

    /// Creates a picture.
    public init(width: UInt32, height: UInt32, pixels: [Pixel]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
