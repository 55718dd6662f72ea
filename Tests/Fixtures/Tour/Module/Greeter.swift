// SPDX-License-Identifier: Apache-2.0

import FixtureTourDescription
import HeddleModule

private final class Greeter: Instance {
    private let words: String
    private let large: UInt64
    private let loudness: Double
    private(set) var count: Int32 = 0

    init(_ settings: Settings) throws {
        // Narrower than it is described.
        let times: Int8 = try settings.value("times")
        guard times > 0 else { throw Failure("tooQuiet", "nobody is greeted \(times) times") }
        let greeting: String = try settings.value("greeting")
        words = Array(repeating: greeting, count: Int(times)).joined(separator: " ")
        large = try settings.value("large")
        loudness = try settings.value("loudness")
        let others: [String] = try settings.list("others")
        let mark = try settings.value("marked") ? "!" : "."
        Host.log(.info, "with \(others.joined(separator: " and "))\(mark) \(settings.has("times"))")
    }

    deinit { Host.log(.info, "gone") }

    func greet(_ name: String) -> String {
        count += 1
        Host.emit("greeted", json: "{\"count\":\(count)}")
        return "\(words), \(name) \(large) \(loudness)"
    }
}

/// Makes an instance.
@c @implementation
public func greeter_create(_ config: OpaquePointer!) -> OpaquePointer! { Greeter.create(config) }

/// Ends an instance.
@c @implementation
public func greeter_destroy(_ instance: OpaquePointer!) { Greeter.destroy(instance) }

/// Greets by a name.
@c @implementation
public func greet(_ instance: OpaquePointer!, _ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! {
    action { try copy(of: Greeter.at(instance).greet(String(cString: name))) }
}

/// The number of greetings so far.
@c @implementation
public func greeted(_ instance: OpaquePointer!) -> Int32 { action { Greeter.at(instance).count } }
