// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// An answer as it comes: its head is checked before its body is read, and each piece of the body before the next one.
final class Reception {
    /// A head is less than a page; libcurl keeps all of it.
    private static let longestHead = 256 << 10

    /// The body so far, unpacked.
    private(set) var body: [UInt8] = []
    /// The reason why no more of it is wanted.
    private(set) var failure: Failure?
    /// The target of the answer, if it is a redirect.
    private(set) var redirect: String?
    /// True if the file is still the one that the asker has.
    private(set) var isUnchanged = false
    /// True if more has come than is wanted of the answer to something that was sent. It changes nothing: it was taken.
    private(set) var isCut = false
    /// The head of the answer, once it is whole.
    private(set) var head: AnswerHead?

    private let address: Address
    private let limit: Int
    private let wish: Wish
    private var openHead: AnswerHead?
    private var headBytes = 0
    private var inflater: Inflater?

    /// The kind of request that an answer is to.
    enum Wish {
        /// A file is wanted, unless it is the one of this entity tag.
        case file(unless: String?)
        /// Something was sent.
        case receipt
    }

    init(from address: Address, limit: Int, for wish: Wish) {
        self.address = address
        self.wish = wish
        self.limit = limit
    }

    /// True unless the body is packed and its end is missing.
    var isUnpacked: Bool { inflater?.isComplete ?? true }

    /// Takes a line of a head; false if the answer is refused, or of no more use.
    func take(line bytes: [UInt8]) -> Bool {
        headBytes += bytes.count
        guard headBytes <= Self.longestHead else {
            let problem = "its head is longer than \(Self.longestHead) bytes"
            failure = Failure(.notHTTP, "\(address.server) did not answer with valid HTTP: \(problem)")
            return false
        }
        // After the head these are trailers.
        guard head == nil else { return true }
        let line = String(decoding: bytes.filter { ![0x0D, 0x0A].contains($0) }, as: UTF8.self)
        if !line.isEmpty {
            if let next = AnswerHead(statusLine: line) { openHead = next } else { openHead?.add(line) }
            return true
        }
        // A head of 1xx announces the one that counts.
        guard let whole = openHead, whole.status >= 200 else { return true }
        head = whole
        guard case .file(let tag) = wish else {
            return isTaken { () throws(Failure) in try whole.checkReceipt(from: address) }
        }
        isUnchanged = tag != nil && whole.status == 304
        if isUnchanged { return true }
        redirect = whole.redirect
        if redirect != nil { return false }
        return isTaken { () throws(Failure) in
            try whole.check(from: address, limit: limit)
            if whole.isPacked { inflater = try unpacking { () throws(Inflater.Malformed) in try Inflater() } }
        }
    }

    /// Takes a piece of the body; false if the answer is refused.
    func take(body bytes: [UInt8]) -> Bool {
        if isCut { return false }
        return isTaken { () throws(Failure) in
            guard let inflater else { return try append(bytes) }
            var excess: Failure?
            try unpacking { () throws(Inflater.Malformed) in
                try inflater.unpack(bytes) { piece in
                    do throws(Failure) { try append(piece) } catch { excess = error }
                    return excess == nil
                }
            }
            if let excess { throw excess }
        }
    }

    private func append(_ bytes: [UInt8]) throws(Failure) {
        if case .receipt = wish {
            isCut = isCut || body.count + bytes.count > limit
            return isCut ? body.removeAll() : body.append(contentsOf: bytes)
        }
        guard body.count + bytes.count <= limit else { throw Failure.tooLarge(address, limit: limit) }
        body += bytes
    }

    private func unpacking<Value>(_ work: () throws(Inflater.Malformed) -> Value) throws(Failure) -> Value {
        do {
            return try work()
        } catch {
            throw Failure(.notABehaviour, "\(address.text) sent a body that is not packed as its header says")
        }
    }

    private func isTaken(_ work: () throws(Failure) -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            failure = error
            return false
        }
    }
}
