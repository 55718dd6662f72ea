// SPDX-License-Identifier: Apache-2.0

import FixtureTourDescription
import HeddleModule

/// Divides; fails where there is no quotient.
@c @implementation
public func divide(_ dividend: Int32, _ divisor: Int32) -> Int32 {
    action {
        let (quotient, isWrong) = dividend.dividedReportingOverflow(by: divisor)
        if isWrong { throw Failure("noQuotient", "\(dividend) cannot be divided by \(divisor)") }
        return quotient
    }
}

/// Fails with a code, and with a message that has a NUL in it.
@c @implementation
public func insist(_ code: UnsafePointer<CChar>!, _ message: UnsafePointer<CChar>!) {
    action { throw Failure(String(cString: code), "\(String(cString: message))\0, and more") }
}

/// An error of a type of its own.
private struct Overflow: Error, CustomStringConvertible { let description = "it is too much" }

/// Fails with an error of another type.
@c @implementation
public func overflow() -> Bool { action { throw Overflow() } }

/// Has another module add.
@c @implementation
public func add_elsewhere(_ a: Int32, _ b: Int32) -> Int64 {
    action { try OtherAction<Int64, Int32, Int32>("elsewhere.add")(a, b) }
}

/// Has another module multiply by a half.
@c @implementation
public func scale_elsewhere(_ value: Double) -> Double {
    action { try OtherAction<Double, Float, Double>("elsewhere.scale")(0.5, value) }
}

/// Asks another module.
@c @implementation
public func answer_elsewhere() -> UInt8 { action { try OtherAction<UInt8>("elsewhere.answer")() } }

/// A text in angle brackets, or one with a NUL in it.
@c @implementation
public func between(_ text: UnsafePointer<CChar>!, _ has_nul: Bool) -> UnsafeMutablePointer<CChar>! {
    action { try copy(of: has_nul ? "a\0b" : "<\(String(cString: text))>") }
}

/// Releases a text.
@c @implementation
public func drop(_ text: UnsafeMutablePointer<CChar>!) { release(text) }
