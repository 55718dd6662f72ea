// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// A text of C in which types are declared as they are used, with all that is special about them.
struct CText {
    private(set) var lines: [String] = []
    private var names: [CType: String] = [:]

    mutating func add(_ line: String) { lines.append(line) }

    /// The declaration of something with a type.
    mutating func declare(_ name: String, as type: CType) -> String {
        switch type {
        case .array(let element, let count):
            declare("\(name)[\(count.map(String.init) ?? "")]", as: element)
        case .record(let record): "\(self.name(of: type) { $0.define(record, as: $1) }) \(name)"
        case .aligned(let plain, let alignment):
            "\(self.name(of: type) { $0.define(plain, alignedTo: alignment, as: $1) }) \(name)"
        case .bool: "_Bool \(name)"
        case .pointer: "void *\(name)"
        default: "\(type) \(name)"
        }
    }

    private mutating func name(of type: CType, define: (inout Self, String) -> Void) -> String {
        if let name = names[type] { return name }
        let name = "T\(names.count)"
        names[type] = name
        define(&self, name)
        return name
    }

    private mutating func define(_ plain: CType, alignedTo alignment: Int, as name: String) {
        let declaration = declare(name, as: plain)
        add("typedef \(declaration) __attribute__((aligned(\(alignment))));")
    }

    private mutating func define(_ record: RecordType, as name: String) {
        var members = ""
        for member in record.members ?? [] {
            let bits = member.bits.map { " : \($0)" } ?? ""
            let declaration = declare(member.name ?? "", as: member.type)
            members += " \(declaration)\(bits)\(attributes(member.isPacked, member.alignment));"
        }
        let attributes = attributes(record.isPacked, record.alignment)
        add("typedef \(record.kind.rawValue) {\(members) }\(attributes) \(name);")
        guard let layout = record.layout else { return }
        add("_Static_assert(sizeof(\(name)) == \(layout.size) && _Alignof(\(name)) == \(layout.alignment), \"\");")
    }

    private func attributes(_ isPacked: Bool, _ alignment: Int?) -> String {
        let all = (isPacked ? ["packed"] : []) + (alignment.map { ["aligned(\($0))"] } ?? [])
        return all.isEmpty ? "" : " __attribute__((\(all.joined(separator: ", "))))"
    }
}
