// SPDX-License-Identifier: Apache-2.0

/// A class whose objects are the instances of the module: `HEDDLE_INSTANCE` describes them, and these functions are the
/// bodies of what it names.
///
///     @c @implementation
///     public func greeter_create(_ config: OpaquePointer!) -> OpaquePointer! { Greeter.create(config) }
///
///     @c @implementation
///     public func greeter_destroy(_ instance: OpaquePointer!) { Greeter.destroy(instance) }
///
///     @c @implementation
///     public func greetings(_ instance: OpaquePointer!) -> Int32 { action { Greeter.at(instance).greetings } }
public protocol Instance: AnyObject {
    /// Makes an instance from its settings. An error makes the creation fail.
    init(_ settings: Settings) throws
}

extension Instance {
    /// Makes an instance for the host, which owns it until ``destroy(_:)``; nil, after the failure, where that throws.
    public static func create(_ config: OpaquePointer?) -> OpaquePointer? {
        do {
            let made = try Self(unsafe Settings(config))
            return unsafe OpaquePointer(Unmanaged.passRetained(made).toOpaque())
        } catch {
            Failure(error).report()
            return nil
        }
    }

    /// Lets go of an instance that ``create(_:)`` has made, once.
    public static func destroy(_ instance: OpaquePointer?) {
        guard let instance = unsafe instance else { return }
        unsafe Unmanaged<Self>.fromOpaque(UnsafeRawPointer(instance)).release()
    }

    /// The instance that the host passes for `_Self_`.
    public static func at(_ instance: OpaquePointer) -> Self {
        unsafe Unmanaged<Self>.fromOpaque(UnsafeRawPointer(instance)).takeUnretainedValue()
    }
}
