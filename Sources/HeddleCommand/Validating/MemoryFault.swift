// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// A fault of memory that valgrind has seen.
struct MemoryFault {
    enum Kind {
        /// Memory that was read, written or freed and may not be.
        case access
        /// Memory that nothing points to any more, and that was not freed.
        case leak
    }

    /// A function that was running, the innermost first.
    struct Frame {
        /// The file that it belongs to.
        var object = ""
        var function: String?
        var file: String?
        var line: String?

        /// The function in words.
        fileprivate var words: String {
            let name = function ?? "a function without a name"
            guard let file, let line else { return name }
            return "\(name) (\(file):\(line))"
        }
    }

    let kind: Kind
    /// The fault in the words of valgrind, such as `Invalid read of size 1`.
    let fault: String
    /// The memory in the words of valgrind.
    let memory: String?
    let frames: [Frame]
    /// The functions that allocated the memory, or freed it.
    let framesOfMemory: [Frame]

    /// The fault in words; nil for one that is not the module's.
    ///
    /// - Parameter module: the path of the module.
    func words(of module: String) -> String? {
        guard let culprit = Self.culprit(frames, of: module) else {
            // The host frees what it has allocated. Whoever did that before is at fault.
            guard kind == .access, fault.hasPrefix("Invalid free"),
                let earlier = Self.culprit(framesOfMemory, of: module)
            else { return nil }
            return "\(earlier.words) frees memory of the host"
        }
        let fault = fault.prefix(1).lowercased() + fault.dropFirst()
        switch kind {
        case .leak: return "\(fault.prefixBefore(" in loss record")): \(culprit.words) allocated them"
        case .access:
            guard let memory else { return "\(fault) in \(culprit.words)" }
            // Addresses differ from run to run.
            let place = memory.split(separator: " ", maxSplits: 2).dropFirst(2).joined()
            let origin = Self.culprit(framesOfMemory, of: module).map { " in \($0.words)" } ?? ""
            return "\(fault) in \(culprit.words): the address \(place)\(origin)"
        }
    }

    /// The innermost function of the module; nil if Heddle was called by it, or nothing of it ran.
    private static func culprit(_ frames: [Frame], of module: String) -> Frame? {
        let name = module.lastPart
        let program = Environment.executable?.lastPart
        return frames.first { [name, program].contains($0.object.lastPart) }
            .flatMap { $0.object.lastPart == name ? $0 : nil }
    }
}

extension String {
    fileprivate var lastPart: Substring { split(separator: "/").last ?? "" }

    fileprivate func prefixBefore(_ words: String) -> Substring {
        self[..<(ranges(of: words).first?.lowerBound ?? endIndex)]
    }
}
