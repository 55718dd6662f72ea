// SPDX-License-Identifier: Apache-2.0

/// An order to the shell itself: a line that begins with a dot.
enum ShellOrder: String, CaseIterable {
    case functions, show, load, bindings, annotate, trust, steps, save, again, help, quit

    /// The operand behind the word.
    var operand: String {
        switch self {
        case .functions: " [PATTERN]"
        case .show: " NAME"
        case .load: " LIBRARY"
        case .bindings, .save: " FILE"
        case .annotate: " NAME PART WORDS"
        case .trust, .steps, .again, .help, .quit: ""
        }
    }

    /// The order for people.
    var words: String {
        switch self {
        case .functions: "list the functions that can be called; * stands for any characters"
        case .show: "show the declaration of a function, or a type or constant"
        case .load: "load another library: a path, a soname or the name of a module"
        case .bindings: "add bindings, a file from heddle bind, to the library that was loaded last"
        case .annotate: "add _SAL_ words to a parameter, to return, or to a member of struct NAME; or { … } of them"
        case .trust: "follow pointers of which nothing is known, at the risk of a crash"
        case .steps: "show the behaviour that was typed so far"
        case .save: "write that behaviour"
        case .again: "run the lines again that had held when native code ended the process"
        case .help: "show this"
        case .quit: "leave, as Ctrl-D does"
        }
    }

    /// The forms of a line, for people.
    static let overview = """
        cos(0)                          call a function; Tab completes its name
        z.zlibVersion()                 the same, of the module z
        x = sqrt(2)                     save the result
        pow(x, 2) == 2.0000000000000004 expect it, which the behaviour then does
        p = new struct point            make an object in memory
        p->x = 3                        write to it
        p->x                            read from it
        struct point { int x, y; };     declare a type or a function, in C
        { "call": "m.cos", "with": [0] }   a step of a behaviour, in JSON

        \(allCases.map(\.line).joined(separator: "\n"))

        """

    private var line: String {
        let call = ".\(rawValue)\(operand)"
        return call + String(repeating: " ", count: max(32 - call.count, 1)) + words
    }
}
