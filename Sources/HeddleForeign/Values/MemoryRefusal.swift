// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The reason why a path cannot be followed into memory.
package struct MemoryRefusal: Error, Sendable {
    /// The fault of a pointer.
    package enum Reason: Hashable, Sendable {
        /// It is null.
        case null
        /// Its memory was released.
        case released
        /// A step has put it there, and what it leads to was released since.
        case ended
        /// Nothing says for how long its memory is there.
        case borrowed
        /// Its memory is not there, or may not be read.
        case unreadable
        /// It is not declared what lies there.
        case undeclared
        /// Nothing says that values of a type stand there.
        case unlike(String)
        /// Nothing says that it points to more than one value.
        case extent
        /// There are only so many values.
        case bounds(Int)
        /// The members beside it say that there is no such value, in words.
        case members(String)
    }

    /// The way to the pointer.
    package let path: PartPath
    /// Its fault.
    package let reason: Reason

    /// Creates a refusal.
    package init(path: PartPath, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The same of a pointer that a path leads to.
    package func behind(_ path: PartPath) -> MemoryRefusal {
        MemoryRefusal(path: path + self.path, reason: reason)
    }

    /// The refusal in words.
    ///
    /// - Parameter name: the name of the value at the start of the path.
    package func words(of name: String) -> String {
        let pointer = name + path.description
        return switch reason {
        case .null: "\(pointer) is null"
        case .released: "\(pointer) was released"
        case .ended: "what \(pointer) leads to was released"
        case .borrowed: "nothing says for how long the memory behind \(pointer) is there"
        case .unreadable: "the memory behind \(pointer) cannot be read"
        case .undeclared: "the memory behind \(pointer) is not declared"
        case .unlike(let type): "nothing says that \(pointer) is a \(type)"
        case .extent: "nothing says that \(pointer) points to more than one value"
        case .members(let words): "\(pointer) \(words)"
        case .bounds(0): "\(pointer) points to an object that is too small for a value of its type"
        case .bounds(let count): "\(pointer) points to \(count == 1 ? "1 value" : "\(count) values"), counted from 0"
        }
    }

    /// The way for a behaviour to allow what cannot be known.
    package static let trust = "say \"policy\": {\"memory\": \"trusted\"}"

    /// The way out; nil where there is none.
    package var suggestion: String? {
        switch reason {
        case .borrowed:
            "declare the function that gives it with _Free_(…), look at it in the step that gets it, or \(Self.trust)"
        case .ended: "write null or another pointer there, or \(Self.trust) if the library has done so"
        case .extent: "\(Self.trust) if it does"
        case .unlike(let type):
            "declare what gives it as \(type), or \(Self.trust) if it is one"
        case .null, .released, .unreadable, .undeclared, .bounds, .members: nil
        }
    }
}
