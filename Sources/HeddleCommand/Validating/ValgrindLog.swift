// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// The faults in a file that valgrind has written. Each element stands in lines of its own there.
struct ValgrindLog {
    private(set) var faults: [MemoryFault] = []

    /// Reads a file; one that is not there has no faults.
    init(at path: String) {
        let bytes = (try? FileContents.bytes(at: path)) ?? []
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    init(_ text: String) {
        var error: Element?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " }
            switch line {
            case "<error>": error = Element()
            case "</error>":
                if let fault = error?.fault { faults.append(fault) }
                error = nil
            case "<stack>": error?.stacks.append([])
            case "<frame>": error?.addFrame()
            default:
                if let (name, content) = Self.element(in: line) { error?.take(name, content) }
            }
        }
    }

    /// The name and the content of an element that stands in one line.
    private static func element(in line: Substring) -> (Substring, String)? {
        guard line.first == "<", let end = line.firstIndex(of: ">") else { return nil }
        let name = line[line.index(after: line.startIndex)..<end]
        let mark = "</\(name)>"
        guard line.hasSuffix(mark), !name.isEmpty else { return nil }
        return (name, line[line.index(after: end)...].dropLast(mark.count).plain)
    }
}

/// An element `error`, as far as it was read.
private struct Element {
    var stacks: [[MemoryFault.Frame]] = []
    private var kind = ""
    private var words = ""
    private var auxiliary: String?

    mutating func addFrame() {
        if !stacks.isEmpty { stacks[stacks.count - 1].append(MemoryFault.Frame()) }
    }

    mutating func take(_ name: Substring, _ content: String) {
        switch name {
        case "kind": kind = content
        case "what", "text": words = content
        // Further lines say where the memory came from.
        case "auxwhat": auxiliary = auxiliary ?? content
        case "obj": change { $0.object = content }
        case "fn": change { $0.function = content }
        case "file": change { $0.file = content }
        case "line": change { $0.line = content }
        default: break
        }
    }

    private mutating func change(_ body: (inout MemoryFault.Frame) -> Void) {
        guard let stack = stacks.indices.last, let frame = stacks[stack].indices.last else { return }
        body(&stacks[stack][frame])
    }

    /// Nil for memory that is only perhaps lost, which is not asked for.
    var fault: MemoryFault? {
        let isLeak = kind.hasPrefix("Leak_")
        if isLeak, kind != "Leak_DefinitelyLost" { return nil }
        return MemoryFault(
            kind: isLeak ? .leak : .access, fault: words, memory: isLeak ? nil : auxiliary, frames: stacks.first ?? [],
            framesOfMemory: stacks.dropFirst().first ?? [])
    }
}

extension Substring {
    /// The text of a content of XML.
    fileprivate var plain: String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(String(self)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
