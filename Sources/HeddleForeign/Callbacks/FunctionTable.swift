// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
package import HeddleDiagnostics
internal import Synchronization

/// A table of functions: a structure whose members point to functions, which a module exports or an action returns.
///
/// Its entries are actions of a module of its own. A call of one reads the member where the table stands at the time,
/// as a call in C does, so that a module may change its table.
///
/// ## Topics
/// - ``init(_:of:completing:madeBy:)``
/// - ``Library/table(_:of:at:named:completing:)``
/// - ``entries``
/// - ``make(by:)``
/// - ``release(by:)``
@safe package final class FunctionTable: @unchecked Sendable {
    /// A member that points to a function.
    package struct Entry: Sendable {
        /// The member's name; one of a structure inside of the table has the path to it, as in `window.close`.
        package let name: String
        /// Its type as the declaration of an action.
        package let signature: Signature
        /// The number of bytes of the table before it.
        let offset: Int
    }

    /// The name of the data, or of the action that returns the table, for messages.
    package let name: String
    /// The name of the module that it is.
    package let module: String
    /// The structure.
    package let record: RecordType
    /// The size of the structure in bytes.
    let size: Int
    let alignment: Int
    /// The members that point to functions, in their order.
    package let entries: [Entry]
    /// The names of the other members.
    package let dataNames: [String]
    /// Its place, which its entries take as `_Self_`.
    package let place = InstanceBox()
    /// The library whose handles its entries take and give.
    let library: LibraryIdentity
    /// The variable that points to it, where the library exports that; nil if it exports the table itself.
    private let pointer: UnsafeMutablePointer<UInt>?
    private let copy = Mutex<DecoratedTable?>(nil)
    private let owner = Mutex<(any Sendable)?>(nil)

    /// Creates the form of a table that is still to be made.
    ///
    /// - Parameters:
    ///   - module: the name of the module that the table is.
    ///   - type: a structure, or a pointer to one.
    ///   - scope: knows structures that were completed since the table's was declared.
    ///   - action: the action that makes it, whose library its entries belong to.
    /// - Throws: why values of the type are no table of functions.
    package convenience init(
        _ module: String, of type: CType, completing scope: DeclarationScope, madeBy action: Action
    ) throws(Diagnostic) {
        try unsafe self.init(module, type, action.name.description, scope, action.function.library, pointer: nil)
    }

    init(
        _ module: String, _ type: CType, _ name: String, _ scope: DeclarationScope, _ library: LibraryIdentity,
        pointer: UnsafeMutablePointer<UInt>?
    ) throws(Diagnostic) {
        guard let record = type.tableRecord(in: scope) else {
            throw .notATable(name, "is \(type), expected a structure of pointers to functions")
        }
        guard record.kind == .structure, let layout = record.layout else {
            throw .notATable(
                name, "is \(CType.record(record)), whose members are not known",
                mend: "declare the structure with its members")
        }
        var members = TableMembers(of: record, scope)
        members.add(record, layout, at: 0, inside: "")
        guard !members.entries.isEmpty else {
            throw .notATable(name, "is \(CType.record(record)), of whose members none points to a function")
        }
        self.name = name
        self.module = module
        self.record = record
        (size, alignment) = (layout.size, layout.alignment)
        entries = members.entries
        dataNames = members.others
        self.library = library
        unsafe self.pointer = pointer
        read()
    }

    /// Reads the variable that points to the table again, where there is one.
    package func read() { if let pointer = unsafe pointer { place.address = unsafe pointer.pointee } }

    /// The entry of a name.
    package func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

    /// Keeps the owner of the table for as long as calls of its entries can be made: its instance may be what they work
    /// on.
    package func keep(_ owner: any Sendable) { self.owner.withLock { $0 = owner } }

    // MARK: Made by an action

    /// Takes the table that an action returns as where it stands.
    ///
    /// - Parameter call: of the action that returns the table, or a pointer to it, with its arguments.
    /// - Throws: the failure of the call; that it returned null, or a pointer that leads nowhere.
    package func make(by call: PreparedCall) throws(Failure) {
        guard call.invoke() else {
            throw call.failure ?? Failure(.noTable, "\(name) gave no table and no reason")
        }
        guard call.shape.signature.result.canonical.isPointer else {
            // A module may keep it for ever.
            let made = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: max(16, alignment))
            unsafe made.copyMemory(from: call.memory.result, byteCount: size)
            place.address = UInt(bitPattern: made)
            return
        }
        let address = unsafe call.memory.result.load(as: UInt.self)
        guard address != 0 else { throw Failure(.noTable, "\(name) returned null in the place of a table") }
        guard heddle_is_mapped(address) else {
            throw Failure(.noTable, "\(name) returned a pointer that does not lead to memory")
        }
        place.address = address
    }

    // MARK: Decorating

    /// The copy of the table whose entries enter actions. It is made once, and never released, since modules keep it.
    ///
    /// - Parameter action: the action of an entry; nil for one that is handed on as it is.
    /// - Throws: why an entry cannot be a function that C calls.
    package func decorated(
        by action: (Entry) throws(Diagnostic) -> Action?
    ) throws(Diagnostic) -> DecoratedTable {
        if let known = copy.withLock({ $0 }) { return known }
        var actions: [(entry: Entry, action: Action)] = []
        for entry in entries {
            if let action = try action(entry) { actions.append((entry, action)) }
        }
        let made = try DecoratedTable(of: self, actions)
        return copy.withLock { copy in
            // Another thread may have been faster; what was made is never released.
            if let known = copy { return known }
            copy = made
            return made
        }
    }

    /// The entries that are functions of a decorated table now, each with the action that its calls enter.
    package var decorations: [(entry: String, action: Action)] {
        guard let start = unsafe UnsafeRawPointer(bitPattern: place.address) else { return [] }
        return entries.compactMap { entry in
            let function = unsafe start.loadUnaligned(fromByteOffset: entry.offset, as: UInt.self)
            return DecoratedEntries.action(at: function).map { (entry.name, $0) }
        }
    }
}

extension CType {
    /// The structure that the type is, or points to.
    fileprivate func tableRecord(in scope: DeclarationScope) -> RecordType? {
        switch scope.completed(self).canonical {
        case .record(let record): record
        case .pointer(let target, _): if case .record(let record) = target.canonical { record } else { nil }
        default: nil
        }
    }
}

/// Walks through the members of a table.
private struct TableMembers {
    private let table: RecordType
    private let scope: DeclarationScope
    private(set) var entries: [FunctionTable.Entry] = []
    private(set) var others: [String] = []

    init(of table: RecordType, _ scope: DeclarationScope) {
        self.table = table
        self.scope = scope
    }

    /// A member of a union may hold something else, and is no entry.
    mutating func add(_ record: RecordType, _ layout: RecordLayout, at offset: Int, inside path: String) {
        for (member, place) in zip(record.members ?? [], layout.places) {
            let name = member.name.map { path + $0 } ?? path
            if case .record(let inner) = member.type.canonical, inner.kind == .structure, let layout = inner.layout {
                add(inner, layout, at: offset + place.offset, inside: member.name == nil ? path : name + ".")
            } else if case .pointer(let target, _) = member.type.canonical,
                case .function(let function) = target.canonical
            {
                let signature = scope.completed(Signature(function, symbol: name, in: table))
                entries.append(FunctionTable.Entry(name: name, signature: signature, offset: offset + place.offset))
            } else if member.name != nil {
                others.append(name)
            }
        }
    }
}

extension Signature {
    /// The declaration of an entry. A first parameter that points to the table itself is its instance.
    fileprivate init(_ function: FunctionType, symbol: String, in table: RecordType) {
        var parameters = function.parameters
        if let first = parameters.first, !parameters.contains(where: \.isInstance), first.type.points(to: table) {
            parameters[0] = Parameter(name: first.name, type: first.type, isInstance: true)
        }
        self.init(symbol: symbol, result: function.result, parameters: parameters, isVariadic: function.isVariadic)
    }
}

extension CType {
    /// Returns whether it is a pointer to a structure of a tag.
    fileprivate func points(to table: RecordType) -> Bool {
        guard let tag = table.tag, case .pointer(let target, _) = canonical, case .record(let record) = target.canonical
        else { return false }
        return record.tag == tag && record.kind == table.kind
    }
}

extension Diagnostic {
    static func notATable(_ name: String, _ found: String, mend: String? = nil) -> Diagnostic {
        Diagnostic(.error, .document, code: .module(.table), "\(name) \(found)", suggestion: mend)
    }
}
