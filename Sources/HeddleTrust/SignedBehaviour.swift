// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

/// The contents of a signed envelope: a behaviour, byte for byte, and for whom, which one and until when it is.
///
/// All of it is signed, so that nobody on the way can hand an old behaviour, or that of another host, to this one.
package struct SignedBehaviour: Sendable {
    /// The name that the host must expect, such as `tills/greeting`.
    package var identity: String
    /// The number of the version, which only grows.
    package var version: Int
    /// The moment from which on no host accepts it.
    package var expires: Timestamp
    /// The share of hosts that it is for, in percent; nil for all.
    package var percent: Double?
    /// The number of runs in a row that may fail before a host goes back to the version before; nil for any.
    package var failures: Int?
    /// The behaviour itself.
    package var behaviour: [UInt8]

    /// Creates the contents of an envelope.
    package init(
        identity: String, version: Int, expires: Timestamp, percent: Double? = nil, failures: Int? = nil,
        behaviour: [UInt8]
    ) {
        self.identity = identity
        self.version = version
        self.expires = expires
        self.percent = percent
        self.failures = failures
        self.behaviour = behaviour
    }

    /// The largest version, which every reader of JSON reads exactly.
    package static let largestVersion = 1 << 53

    /// The text that is signed.
    var statement: [UInt8] {
        var members: [Value.Member] = [
            .init("heddle", .string(Self.format)), .init("identity", .string(identity)),
            .init("version", .number(.integer(Int128(version)))), .init("expires", .string("\(expires)")),
        ]
        if let rollout { members.append(.init("rollout", rollout)) }
        members.append(.init("behaviour", .bytes(behaviour)))
        return Array(Value.object(members).json.utf8)
    }

    private var rollout: Value? {
        var members: [Value.Member] = []
        if let percent { members.append(.init("percent", Value(percent))) }
        if let failures {
            members.append(.init("stopOn", .object([.init("failures", .number(.integer(Int128(failures))))])))
        }
        return members.isEmpty ? nil : .object(members)
    }

    private static let format = "signed-behaviour/1"

    /// Reads a text whose signature was found right: whoever wrote it holds the key, and may be of another version.
    init(statement text: SourceText) throws(Diagnostic) {
        let members = try Members(text)
        guard case .string(Self.format)? = members["heddle"] else { throw members.unusable("heddle", Self.format) }
        guard case .string(let identity)? = members["identity"], !identity.isEmpty else {
            throw members.unusable("identity", "a name")
        }
        guard case .number(let number)? = members["version"], let version = number.integer.flatMap(Int.init(exactly:)),
            (1...Self.largestVersion).contains(version)
        else { throw members.unusable("version", "a whole number from 1") }
        guard case .string(let time)? = members["expires"], let expires = Timestamp(time) else {
            throw members.unusable("expires", Timestamp.form)
        }
        guard case .bytes(let behaviour)? = members["behaviour"]?.decodingBytes else {
            throw members.unusable("behaviour", "bytes in base64")
        }
        let (percent, failures) = try Self.rollout(members)
        self.init(
            identity: identity, version: version, expires: expires, percent: percent, failures: failures,
            behaviour: behaviour)
    }

    /// A host refuses limits that it does not know: without them it would take part in a wider roll-out.
    private static func rollout(_ members: Members) throws(Diagnostic) -> (percent: Double?, failures: Int?) {
        guard let rollout = members["rollout"] else { return (nil, nil) }
        var (percent, failures): (Double?, Int?) = (nil, nil)
        guard case .object(let parts) = rollout else { throw members.unusable("rollout", "an object") }
        for part in parts {
            switch (part.name, part.value) {
            case ("percent", .number(let number)):
                guard let found = number.double, (0...100).contains(found) else {
                    throw members.unusable("rollout", "a \"percent\" from 0 to 100")
                }
                percent = found
            case ("stopOn", .object(let limits)):
                guard limits.count == 1, limits[0].name == "failures", case .number(let number) = limits[0].value,
                    let found = number.integer.flatMap(Int.init(exactly:)), found > 0
                else { throw members.unusable("rollout", "{\"failures\": …} in \"stopOn\", with a number from 1") }
                failures = found
            default: throw members.unusable("rollout", "\"percent\" and \"stopOn\" alone")
            }
        }
        return (percent, failures)
    }
}

extension Value {
    /// The bytes that `{"bytes": …}` stands for.
    fileprivate var decodingBytes: Value? {
        guard case .object(let members) = self, members.count == 1, members[0].name == "bytes",
            case .string(let text) = members[0].value
        else { return nil }
        return HeddleDeclarations.bytes(fromBase64: text).map(Value.bytes)
    }
}
