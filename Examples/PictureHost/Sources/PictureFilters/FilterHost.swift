// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Heddle
internal import Synchronization

/// The filters in a folder: each is a module of its own, called by its name.
///
/// A file that is no filter is refused with the reason, and a filter that fails fails its own call: the others work on.
/// A filter that crashes ends the process, since it runs inside of it; a host that has to outlive that applies filters in
/// a process of their own, such as `picture-host`.
public final class FilterHost: Sendable {
    /// A file that was refused.
    public struct Refusal: Sendable {
        /// Its name.
        public let file: String
        /// Why it was refused, in words.
        public let reason: String
    }

    /// How often a filter ran, and for how long in all.
    public struct Time: Sendable {
        /// The number of calls.
        public var calls = 0
        /// The time of all calls together.
        public var total = Duration.zero
    }

    /// The names of the filters, in alphabetical order.
    public let filters: [String]
    /// The files that were refused, in alphabetical order.
    public let refusals: [Refusal]

    private let host = ModuleHost()
    private let measured = Mutex<[String: Time]>([:])

    /// How long each filter took so far.
    public var times: [String: Time] { measured.withLock { $0 } }

    /// Loads every shared library of a folder.
    ///
    /// - Throws: if the folder cannot be read.
    public init(filtersIn folder: String) throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".so") }.sorted()
        var filters: [String] = []
        var refusals: [Refusal] = []
        for file in files {
            let name = String(file.dropLast(".so".count))
            do {
                try host.module(name, library: "\(folder)/\(file)")
                // Looks the action up and checks its declaration now, not when the first picture comes.
                _ = try host.function("\(name).apply", as: ((Extent, [Pixel], Int) -> CallResult).self)
                filters.append(name)
            } catch {
                refusals.append(Refusal(file: file, reason: "\(error)"))
            }
        }
        (self.filters, self.refusals) = (filters, refusals)
        try host.hook("*.apply", .instead, name: "clock") { [unowned self] call in
            let time = ContinuousClock().measure { call.proceed() }
            measured.withLock { measured in
                measured[call.name.module, default: Time()].calls += 1
                measured[call.name.module, default: Time()].total += time
            }
        }
    }

    /// Applies a filter.
    ///
    /// - Throws: the `Failure` of the filter; a `Diagnostic` if there is no such filter.
    public func apply(_ filter: String, to picture: Picture) throws -> Picture {
        let call: CallResult = try host.call(
            "\(filter).apply", Extent(width: picture.width, height: picture.height), picture.pixels,
            picture.pixels.count)
        var changed = picture
        changed.pixels = try call.output("pixels")
        return changed
    }
}
