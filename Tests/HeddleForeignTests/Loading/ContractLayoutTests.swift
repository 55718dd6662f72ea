// SPDX-License-Identifier: Apache-2.0

import CCallBarrier
import Testing

/// What `Tests/ContractTests/Fixtures/layout.c` asserts of C, seen from Swift: a field that has moved, and one that
/// nobody has written down here, are both found.
@Suite("The contract as Swift imports it")
struct ContractLayoutTests {
    /// Compares the fields of a structure, in order, with those that it is to have.
    private func expect<Structure>(
        _ empty: Structure, size: Int, _ fields: [(name: String, path: PartialKeyPath<Structure>, offset: Int)],
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(MemoryLayout<Structure>.stride == size, sourceLocation: location)
        #expect(
            Mirror(reflecting: empty).children.map { $0.label ?? "" } == fields.map(\.name), sourceLocation: location)
        for field in fields {
            #expect(
                MemoryLayout<Structure>.offset(of: field.path) == field.offset, "\(field.name)",
                sourceLocation: location)
        }
    }

    @Test("has the host's table")
    func host() {
        unsafe expect(
            heddle_host(), size: 176,
            [
                ("size", \.size, 0), ("log", \.log, 8), ("fail", \.fail, 16), ("find", \.find, 24),
                ("call", \.call, 32), ("emit", \.emit, 40), ("config_text", \.config_text, 48),
                ("config_number", \.config_number, 56), ("config_bool", \.config_bool, 64),
                ("allocate", \.allocate, 72), ("release", \.release, 80), ("proceed", \.proceed, 88),
                ("answer", \.answer, 96), ("config_has", \.config_has, 104),
                ("config_integer", \.config_integer, 112), ("config_unsigned", \.config_unsigned, 120),
                ("config_count", \.config_count, 128), ("module_path", \.module_path, 136),
                ("set_errno", \.set_errno, 144), ("call_bare", \.call_bare, 152), ("depth", \.depth, 160),
                ("service", \.service, 168),
            ])
    }

    @Test("has the tables of the services beside it")
    func services() {
        unsafe expect(
            heddle_identity(), size: 56,
            [
                ("size", \.size, 0), ("name", \.name, 8), ("version", \.version, 16), ("vendor", \.vendor, 24),
                ("url", \.url, 32), ("heddle_version", \.heddle_version, 40), ("contract", \.contract, 48),
                ("reserved", \.reserved, 52),
            ])
        unsafe expect(
            heddle_main(), size: 40,
            [
                ("size", \.size, 0), ("is_main", \.is_main, 8), ("run", \.run, 16),
                ("start_timer", \.start_timer, 24), ("stop_timer", \.stop_timer, 32),
            ])
        unsafe expect(
            heddle_state(), size: 24, [("size", \.size, 0), ("save", \.save, 8), ("load", \.load, 16)])
    }

    @Test("has the call that a hook gets")
    func call() {
        unsafe expect(
            heddle_type(), size: 24, [("name", \.name, 0), ("text", \.text, 8), ("size", \.size, 16)])
        unsafe expect(
            heddle_signature(), size: 64,
            [
                ("size", \.size, 0), ("module", \.module, 8), ("action", \.action, 16),
                ("parameters", \.parameters, 24), ("count", \.count, 32), ("result", \.result, 40),
            ])
        unsafe expect(
            heddle_call(), size: 80,
            [
                ("size", \.size, 0), ("action", \.action, 8), ("arguments", \.arguments, 16),
                ("originals", \.originals, 24), ("result", \.result, 32), ("state", \.state, 40),
                ("position", \.position, 48), ("status", \.status, 52), ("saved_errno", \.saved_errno, 56),
                ("reserved", \.reserved, 60), ("failure_code", \.failure_code, 64),
                ("failure_message", \.failure_message, 72),
            ])
    }

    @Test("has the header of a record")
    func record() {
        expect(
            heddle_record(), size: 16,
            [
                ("magic", \.magic, 0), ("kind", \.kind, 4), ("contract", \.contract, 6), ("text", \.text, 8),
                ("value", \.value, 12),
            ])
    }

    @Test("has enumerations of 4 bytes")
    func enumerations() {
        #expect(MemoryLayout<heddle_level>.size == 4)
        #expect(MemoryLayout<heddle_position>.size == 4)
        #expect(MemoryLayout<heddle_status>.size == 4)
    }
}
