// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The answers of a recorded callback, in memory before the first call, so that any thread can take one.
final class AnswerList: Sendable {
    private let list: [EncodedResult]
    private let others: EncodedResult?
    private let position = Atomic(0)

    /// - Throws: an answer that does not fit the function's result.
    init(_ answers: RecordedAnswers, _ shape: CallShape) throws(Misfit) {
        var list: [EncodedResult] = []
        for (index, answer) in answers.list.enumerated() {
            list.append(try EncodedResult(answer, shape, at: ".answers[\(index)]"))
        }
        self.list = list
        others = try Self.others(answers, shape)
    }

    /// The result beyond the list: a function that returns nothing needs no answer.
    private static func others(_ answers: RecordedAnswers, _ shape: CallShape) throws(Misfit) -> EncodedResult? {
        if case .void = shape.result { return try EncodedResult(answers.returns, shape, at: ".returns") }
        guard let value = answers.returns else {
            if answers.list.isEmpty {
                throw Misfit(
                    expected: "the value to return: {\"callback\": {\"returns\": …}}", found: "a callback without it")
            }
            return nil
        }
        return try EncodedResult(value, shape, at: ".returns")
    }

    func restart() { position.store(0, ordering: .relaxed) }

    /// The next answer; nil behind the end of the list.
    func next() -> EncodedResult? {
        let index = position.add(1, ordering: .relaxed).oldValue
        return index < list.count ? list[index] : others
    }
}

/// A result in memory that is never released: C may keep what it points to.
@safe final class EncodedResult: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let size: Int

    /// - Parameter value: nil for zero.
    /// - Throws: where the value does not fit the result's type.
    init(_ value: Value?, _ shape: CallShape) throws(Misfit) {
        size = CallShape.slotSize(for: shape.result.size)
        unsafe memory = .allocate(byteCount: size, alignment: 16)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        guard let value else { return }
        switch shape.result {
        case .void: if value != .null { throw Misfit(expected: "null: it returns nothing") }
        case .value(let element):
            if value == .null, element.isPointer { return }
            try unsafe element.write(value, to: memory, LastingStore(library: shape.library))
        case .pointed, .run: throw Misfit(expected: "null: a callback cannot return memory that is not a text")
        }
    }

    /// The same for a value that stands at a place of a callback.
    convenience init(_ value: Value?, _ shape: CallShape, at place: String) throws(Misfit) {
        do throws(Misfit) {
            try self.init(value, shape)
        } catch {
            throw error.inside(".callback\(place)", of: value ?? .null)
        }
    }

    func copy(to target: UnsafeMutableRawPointer) { unsafe target.copyMemory(from: memory, byteCount: size) }
}

/// Memory for values that are never released.
struct LastingStore: ValueStore {
    let library: LibraryIdentity

    func allocate(_ size: Int) -> UnsafeMutableRawPointer { .allocate(byteCount: max(1, size), alignment: 64) }

    func within(_ step: String) -> LastingStore { self }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        guard let address = try unsafe library.address(of: value, as: shape.typeName) else {
            throw Misfit(expected: "a handle of \(shape.typeName)")
        }
        return unsafe address
    }
}
