// SPDX-License-Identifier: Apache-2.0

internal import CHeddle

/// The type of an argument or a result as its module declared it, held against types of Swift.
///
/// A name that is not C's own may stand for anything of its size.
struct CDeclared {
    private let text: String
    private let size: Int

    init(_ type: heddle_type) {
        text = unsafe String(cString: type.text)
        size = unsafe type.size
    }

    /// True if it may be this type of Swift.
    func holds<Value: CValue>(_ type: Value.Type) -> Bool {
        guard size == MemoryLayout<Value>.size, !text.contains("*") else { return false }
        guard let kind = Self.kinds[bare] else { return true }
        return kind == Self.kinds[type.spelling]
    }

    /// True of `char *`, constant or not.
    var isText: Bool { bare.replacing(" ", with: "") == "char*" }

    /// Without `const` and `volatile`.
    private var bare: String {
        text.split(separator: " ").filter { $0 != "const" && $0 != "volatile" }.joined(separator: " ")
    }

    private enum Kind { case bool, signed, unsigned, floating }

    private static let kinds: [String: Kind] = {
        var kinds: [String: Kind] = ["bool": .bool, "_Bool": .bool, "float": .floating, "double": .floating]
        for size in [8, 16, 32, 64] {
            kinds["int\(size)_t"] = .signed
            kinds["uint\(size)_t"] = .unsigned
        }
        for name in ["signed char", "short", "int", "long", "long long", "ssize_t", "ptrdiff_t", "intptr_t"] {
            kinds[name] = .signed
        }
        for name in [
            "unsigned char", "unsigned short", "unsigned int", "unsigned", "unsigned long", "unsigned long long",
            "size_t", "uintptr_t",
        ] { kinds[name] = .unsigned }
        return kinds
    }()
}
