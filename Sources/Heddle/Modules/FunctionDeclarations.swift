// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The declared functions of a library, by symbol. A plain prototype is read when its function is asked for first.
final class FunctionDeclarations: Sendable {
    typealias Function = DeclaredFunctions.Function

    /// Those that were read, with everything that has annotations.
    let read: [String: Function]
    private let scope: Mutex<DeclarationScope>
    private let readLater = Mutex<[String: Function]>([:])

    /// - Parameter scope: the scope of the functions that were not read.
    init(_ read: [String: Function], unreadOf scope: DeclarationScope = DeclarationScope()) {
        self.read = read
        self.scope = Mutex(scope)
    }

    /// The function of a symbol; nil if none is declared.
    subscript(symbol: String) -> Function? {
        if let function = read[symbol] { return function }
        if let function = readLater.withLock({ $0[symbol] }) { return function }
        return scope.withLock { scope in
            guard let (signature, range) = scope.signature(ofUnread: symbol) else { return nil }
            let function = Function(signature, at: range)
            readLater.withLock { $0[symbol] = function }
            return function
        }
    }

    /// Returns whether a function is declared.
    func has(_ symbol: String) -> Bool { read[symbol] != nil || scope.withLock { $0.hasUnread(symbol) } }

    /// The symbols, in no order.
    var symbols: [String] {
        read.keys + scope.withLock { scope in scope.unread.map(\.name) }.filter { read[$0] == nil }
    }

    /// All functions, each of which is read.
    var all: [String: Function] {
        Dictionary(uniqueKeysWithValues: symbols.compactMap { symbol in self[symbol].map { (symbol, $0) } })
    }

    /// True if no function is declared.
    var isEmpty: Bool { read.isEmpty && !scope.withLock(\.hasUnread) }
}
