// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The declared functions of a library, by symbol. A plain prototype, and each function of the system's libraries, is read
/// when it is asked for first.
final class FunctionDeclarations: Sendable {
    typealias Function = DeclaredFunctions.Function

    /// Those that were read, with everything that has annotations.
    let read: [String: Function]
    private let scope: Mutex<DeclarationScope>
    private let readLater = Mutex<[String: Function]>([:])
    private let hasPlaces: Bool

    /// No functions.
    static let none = FunctionDeclarations([:])

    /// - Parameters:
    ///   - scope: the scope of the functions that were not read.
    ///   - hasPlaces: false if nobody has the source in which they are declared.
    init(
        _ read: [String: Function], unreadOf scope: DeclarationScope = DeclarationScope(), hasPlaces: Bool = true
    ) {
        self.read = hasPlaces ? read : read.mapValues { Function($0.signature, at: nil) }
        self.scope = Mutex(scope)
        self.hasPlaces = hasPlaces
    }

    /// The function of a symbol; nil if none is declared.
    subscript(symbol: String) -> Function? {
        if let function = read[symbol] { return function }
        if let function = readLater.withLock({ $0[symbol] }) { return function }
        return scope.withLock { scope in
            guard let (signature, range) = scope.signature(ofUnread: symbol) else { return nil }
            let function = Function(signature, at: hasPlaces ? range : nil)
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
