// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import CHeddle
package import HeddleDeclarations
package import HeddleDiagnostics

/// The functions by which a module hands its state to the next build of itself: the service `heddle.state`, which it
/// offers.
@safe package struct ModuleState: @unchecked Sendable {
    /// The name of the service.
    static let service = "heddle.state"

    private let module: String
    private let saving: Function
    private let savingShape: CallShape
    private let loading: Function
    private let loadingShape: CallShape

    /// - Throws: a table that is too small, or lacks a function.
    fileprivate init(
        of module: String, _ table: ServiceTable, _ library: LibraryIdentity, by engine: CallEngine
    ) throws(Diagnostic) {
        let (size, state) = unsafe (
            table.address.load(as: Int.self), table.address.assumingMemoryBound(to: heddle_state.self)
        )
        guard size >= MemoryLayout<heddle_state>.size else {
            throw .unusable(
                "the table of \(Self.service) in \(module) has \(counted(size, "byte")), "
                    + "expected at least \(MemoryLayout<heddle_state>.size)")
        }
        guard let save = unsafe state.pointee.save, let load = unsafe state.pointee.load else {
            throw .unusable("the table of \(Self.service) in \(module) lacks a function")
        }
        self.module = module
        saving = unsafe Function(
            symbol: "save", address: unsafeBitCast(save, to: UnsafeMutableRawPointer.self), library: library)
        loading = unsafe Function(
            symbol: "load", address: unsafeBitCast(load, to: UnsafeMutableRawPointer.self), library: library)
        let pointer = Parameter(name: nil, type: .pointer(to: .void, isConst: false))
        let count = Parameter(name: nil, type: .integer(.unsignedLong))
        do {
            savingShape = try CallShape(
                Signature(symbol: "save", result: .bool, parameters: [pointer, pointer, pointer]), of: library,
                by: engine)
            loadingShape = try CallShape(
                Signature(symbol: "load", result: .bool, parameters: [pointer, pointer, count]), of: library, by: engine
            )
        } catch {
            throw .unusable("\(Self.service) of \(module) cannot be called: \(error.message)")
        }
    }

    /// Has the module save the state of an instance.
    ///
    /// - Parameter box: the instance, or none for a module without instances.
    /// - Throws: what the module said, or an exception that left it.
    package func save(from box: InstanceBox) throws(Failure) -> [UInt8] {
        let saved = SavedBytes()
        let write: heddle_write = { stream, bytes, count in
            guard let stream = unsafe stream, let bytes = unsafe bytes else { return }
            unsafe Unmanaged<SavedBytes>.fromOpaque(stream)._withUnsafeGuaranteedRef {
                unsafe $0.bytes += UnsafeRawBufferPointer(start: bytes, count: count)
            }
        }
        let stream = unsafe UInt(bitPattern: Unmanaged.passUnretained(saved).toOpaque())
        try call(
            saving, savingShape, [box.address, unsafe unsafeBitCast(write, to: UInt.self), stream],
            to: "saves its state")
        return withExtendedLifetime(saved) { saved.bytes }
    }

    /// Has the module give an instance a state that was saved.
    ///
    /// - Throws: what the module said, or an exception that left it.
    package func load(_ bytes: [UInt8], into box: InstanceBox) throws(Failure) {
        // Never null, even where there are no bytes.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        defer { unsafe memory.deallocate() }
        unsafe memory.copyBytes(from: bytes)
        try call(
            loading, loadingShape, [box.address, UInt(bitPattern: memory.baseAddress), UInt(bytes.count)],
            to: "takes over a state")
    }

    private func call(
        _ function: Function, _ shape: CallShape, _ arguments: [UInt], to purpose: String
    ) throws(Failure) {
        let isDone = try CrashReport.noting("\(module).\(function.symbol), which \(purpose)") {
            () throws(Failure) -> Bool in
            let memory = CallMemory(shape)
            for (index, argument) in arguments.enumerated() {
                unsafe memory.slot(index).storeBytes(of: argument, as: UInt.self)
            }
            var invocation = unsafe heddle_invocation(
                shape, function, UnsafePointer(memory.pointers), result: memory.result)
            if let failure = unsafe heddle_invoke(&invocation) { throw unsafe Failure(consuming: failure) }
            return unsafe memory.result.load(as: Bool.self)
        }
        if !isDone { throw Failure(.failed, "\(function.symbol) returned false and gave no reason") }
    }
}

/// The bytes of a state, as a module writes them.
private final class SavedBytes {
    var bytes: [UInt8] = []
}

extension Library {
    /// True if its module hands its state to the next build of itself.
    package var handsStateOn: Bool { description?.offers[ModuleState.service] != nil }

    /// The functions by which its module does so; nil if it does not.
    ///
    /// - Throws: a table that cannot be used.
    package func state(by engine: CallEngine) throws(Diagnostic) -> ModuleState? {
        guard let table = offered(ModuleState.service) else { return nil }
        return try ModuleState(of: description?.name ?? path, table, identity, by: engine)
    }
}

extension Diagnostic {
    fileprivate static func unusable(_ message: String) -> Diagnostic {
        Diagnostic(.error, .module, code: .module(.reload), message)
    }
}
