// SPDX-License-Identifier: Apache-2.0

internal import CHeddle

/// An action of another module, with its types: `try OtherAction<Int64, Int32, Int32>("sums.add")(2, 3)`.
///
/// The first type is that of the result. The host compares them with the declaration of the action. It may be kept for
/// the life of the process, and called on any thread that runs a call.
@safe
public struct OtherAction<Result: CValue, each Argument: CValue>: @unchecked Sendable {
    private let name: String
    private let found: OpaquePointer

    /// Finds an action, from the first call or constructor of the module on.
    ///
    /// - Throws: a ``Failure`` with the code `noAction` where there is none of the name, or its type is another.
    public init(_ name: String) throws {
        var types: [String] = []
        for type in repeat (each Argument).self { types.append(type.spelling) }
        let parameters = types.isEmpty ? "void" : types.joined(separator: ", ")
        let symbol = name.split(separator: ".").last ?? ""
        let declaration = "\(Result.spelling) \(symbol)(\(parameters))"
        guard let found = unsafe heddle.pointee.find(name, declaration) else {
            throw Failure("noAction", "there is no action \(name) that is declared as \(declaration)")
        }
        self.name = name
        unsafe self.found = found
    }

    /// Calls the action through its hooks.
    ///
    /// - Throws: a ``Failure`` with the code `callFailed`.
    public func callAsFunction(_ argument: repeat each Argument) throws -> Result {
        var words: [UInt64] = []
        for argument in repeat each argument { words.append(word(holding: argument)) }
        // Room for the result of any of these types.
        var result: UInt64 = 0
        let isReturned = unsafe words.withUnsafeMutableBytes { words in
            let width = MemoryLayout<UInt64>.size
            let start = words.baseAddress
            let arguments = unsafe stride(from: 0, to: words.count, by: width).map {
                unsafe start?.advanced(by: $0)
            }
            return unsafe heddle.pointee.call(found, arguments, &result)
        }
        guard isReturned else { throw Failure("callFailed", "the call of \(name) failed") }
        return unsafe withUnsafeBytes(of: result) { unsafe $0.loadUnaligned(as: Result.self) }
    }
}

/// A value in the first bytes of a word.
private func word<Value: CValue>(holding value: Value) -> UInt64 {
    var word: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.storeBytes(of: value, as: Value.self) }
    return word
}
