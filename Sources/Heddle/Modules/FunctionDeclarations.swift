// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The declared functions of a library, by symbol. A plain prototype, and each function of the system's libraries, is read
/// when it is asked for first.
final class FunctionDeclarations: Sendable {
    typealias Function = DeclaredFunctions.Function

    /// The functions that are read when they are asked for.
    private struct Later: Sendable {
        var scope: DeclarationScope
        /// Those that were read so far.
        var read: [String: Function] = [:]
    }

    /// Those that were read at once.
    let read: [String: Function]
    private let later: Mutex<Later>
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
        later = Mutex(Later(scope: scope))
        self.hasPlaces = hasPlaces
    }

    /// The function of a symbol; nil if none is declared.
    subscript(symbol: String) -> Function? {
        if let function = read[symbol] { return function }
        return later.withLock { later in
            if let function = later.read[symbol] { return function }
            guard let (signature, range) = later.scope.signature(ofUnread: symbol) else { return nil }
            let function = Function(signature, at: hasPlaces ? range : nil)
            later.read[symbol] = function
            return function
        }
    }

    /// Returns whether a function is declared.
    func has(_ symbol: String) -> Bool { read[symbol] != nil || later.withLock { $0.scope.hasUnread(symbol) } }

    /// The symbols, in no order.
    var symbols: [String] {
        read.keys + later.withLock { $0.scope.unread.map(\.name) }.filter { read[$0] == nil }
    }

    /// All functions, each of which is read.
    var all: [String: Function] {
        Dictionary(uniqueKeysWithValues: symbols.compactMap { symbol in self[symbol].map { (symbol, $0) } })
    }

    /// True if no function is declared.
    var isEmpty: Bool { read.isEmpty && !later.withLock(\.scope.hasUnread) }
}
