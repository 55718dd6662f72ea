// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The state of the header item being read, and of the items before it.
struct HeaderState {
    /// The attributes of the function that the item declares, as far as they speak of pointers.
    var hints: [AttributeHint] = []
    /// True if the item goes on with the body of a function.
    var hasBody = false
    /// The reasons why types were refused, by their names.
    var refused: [String: String] = [:]
    /// The reason why the type was refused that the item cannot do without; nil where it has another flaw.
    var reasonOfType: String?
}

extension DeclarationParser {
    /// Reads one item of a header; nil if it declares nothing, such as an assertion that holds.
    mutating func readHeaderItem() -> [HeaderItem.Content] {
        let (start, declared) = (position, declarations.count)
        header?.hasBody = false
        header?.hints = []
        header?.reasonOfType = nil
        do throws(Diagnostic) {
            try at("#") ? readDirective() : readDeclaration()
        } catch {
            report(error)
            resume(at: max(endOfItem(from: start), min(start + 1, tokens.count - 1)))
        }
        var read = Array(declarations[declared...])
        declarations.removeSubrange(declared...)
        if let problem = takeProblems().first { return [refused(problem, from: start)] }
        var others: [HeaderItem.Content] = []
        if header?.hasBody == true, let function = read.last?.function {
            read.removeLast()
            others.append(.inlineFunction(function))
        }
        return (read.isEmpty ? [] : [.declarations(read)]) + others
    }

    /// Records the reason why the types of the item are missing.
    private mutating func refused(_ problem: Diagnostic, from start: Int) -> HeaderItem.Content {
        let name = nameOfItem(from: start, to: position)
        // A type of a refused type is refused for the reason of that one, whatever types are between the two: a list of all
        // of them would be as long as the chain for each.
        let reason = problem.code == .declaration(.unknownType) ? header?.reasonOfType : nil
        if let name { header?.refused[name] = reason ?? problem.message }
        return .refused(name: name, problem)
    }

}

extension DeclarationParser {
    /// The end of an item that could not be read: after the body of a function, or at a `;` outside of brackets.
    private func endOfItem(from start: Int) -> Int {
        var place = start
        var hasParameters = false
        while tokens[place].kind != .end, tokens[place].text != ";" {
            let token = tokens[place]
            if token.text == "{", hasParameters { return endOfGroup(from: place) }
            if token.text == "(" || token.text == "{" || token.text == "[" {
                hasParameters = token.text == "("
                place = endOfGroup(from: place)
            } else {
                // The tokens between the parameters and the body are treated like attributes.
                let isAttribute = token.meaning == .attribute || token.meaning == .label
                place = isAttribute ? endOfGroup(from: place + 1) : place + 1
                hasParameters = hasParameters && (isAttribute || token.meaning == .annotation)
            }
        }
        return place
    }

    /// The place after a pair of brackets with its contents; the next place if no bracket begins here.
    private func endOfGroup(from open: Int) -> Int {
        var (place, depth) = (open, 0)
        repeat {
            if tokens[place].kind == .end { return place }
            if tokens[place].opens { depth += 1 }
            if tokens[place].closes { depth -= 1 }
            place += 1
        } while depth > 0
        return place
    }

    /// The name that an item declares, guessed from its tokens: the last one before the parameters, or the one after
    /// the star of a pointer to a function.
    private func nameOfItem(from start: Int, to end: Int) -> String? {
        if tokens[start].meaning == .assertion { return nil }
        var (place, last): (Int, String?) = (start, nil)
        while place < end, tokens[place].text != "=" {
            let token = tokens[place]
            if token.meaning == .attribute || token.meaning == .label {
                place = endOfGroup(from: place + 1)
            } else if token.text == "(", let name = nameBehindStars(place + 1) ?? last {
                return name
            } else if token.opens {
                place = endOfGroup(from: place)
            } else {
                if isName(token) { last = token.text }
                place += 1
            }
        }
        return last
    }

    private func nameBehindStars(_ start: Int) -> String? {
        var place = start
        while ["*", "("].contains(tokens[place].text) { place += 1 }
        return place > start && isName(tokens[place]) ? tokens[place].text : nil
    }
}

extension Token {
    fileprivate var opens: Bool { kind == .sign && ["(", "[", "{"].contains(text) }
    fileprivate var closes: Bool { kind == .sign && [")", "]", "}"].contains(text) }
}
