// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a regular expression; nil for one that is right.
package func mistake(inPattern pattern: String) -> String? {
    if pattern.utf8.count > 4000 { return "longer than 4000 bytes" }
    // Swift's parser recurses into character classes without a limit of its own, and a few thousand end the process.
    if depthOfClasses(in: pattern) > 100 { return "more than 100 character classes and set operations" }
    do {
        _ = try Regex(pattern)
        return nil
    } catch {
        return "\(error)"
    }
}

/// How deep the character classes of a pattern can be nested at most, set operations counted as they nest too.
private func depthOfClasses(in pattern: String) -> Int {
    let bytes = Array(pattern.utf8)
    let operations = zip(bytes, bytes.dropFirst()).count { $0 == $1 && "&-~".utf8.contains($0) }
    return operations + bytes.count { $0 == UInt8(ascii: "[") }
}
