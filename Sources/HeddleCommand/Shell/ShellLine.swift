// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations

/// A line that was typed into `heddle shell`.
enum ShellLine {
    /// Only space, or a comment.
    case nothing
    /// A dot, a word, and what stands behind it.
    case order(String, String)
    /// C that declares something.
    case declaration(String)
    /// A name for a value in JSON.
    case definition(String, String)
    /// A step of a behaviour.
    case step(ShellStep)
    /// A value that no step has to make: a constant, or what a name was defined as.
    case known(Value)
    /// A saved value, or a part of it. One that stands in memory is read by the step; nil where none can.
    case value(Reference, ShellStep?)
}

/// A step as it was typed.
struct ShellStep {
    /// A part of the outcome that the line saves under a name.
    struct Save {
        let name: String
        /// The part, as a behaviour names it.
        var path = "result"
    }

    /// The step in JSON, without what it saves by a name of the shell.
    var json: String
    /// True if it was typed in JSON.
    var isTyped = false
    /// The calls among its values, which are made before it and save what it refers to.
    var inner: [ShellStep] = []
    /// The parts that are saved by names of the shell.
    var saves: [Save] = []
    /// The name of a saved part that is shown behind it.
    var shown: String?
    /// The annotations of parameters that nothing has annotated before.
    private(set) var annotations: [ShellAnnotation] = []

    /// Notes the annotation of a parameter.
    mutating func annotate(_ function: ActionName, _ parameter: String, _ words: String) {
        annotations.append(ShellAnnotation(function: function, parameter: parameter, words: words))
    }
}

extension String {
    /// True if every bracket and quote that it opens is closed, so that no further line belongs to it.
    var isWholeShellLine: Bool {
        let start = drop(while: \.isWhitespace)
        if start.hasPrefix("#") || start.hasPrefix("//") || start.hasPrefix(".") { return true }
        var open = 0
        var quote: UInt8?
        var isEscaped = false
        for byte in utf8 {
            if let mark = quote {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == mark {
                    quote = nil
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            default: break
            }
        }
        // A quote ends with its line, in C and in JSON.
        return quote != nil || open <= 0
    }
}
