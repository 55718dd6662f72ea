// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleReport

/// A page of the manual in the macros of man(7): that of a command, made of the parser's description of it.
struct ManualPage {
    /// The words of the command, such as `heddle source`.
    private let words: [String]
    private let command: Value

    /// The pages of a command and of all that it has below it, without those that are hidden.
    static func all(of command: Value, below above: [String] = []) -> [ManualPage] {
        let page = ManualPage(words: above + [command["commandName"]?.text ?? ""], command: command)
        return [page] + page.subcommands.flatMap { all(of: $0, below: page.words) }
    }

    /// The name of the page, such as `heddle-source`.
    var name: String { words.joined(separator: "-") }

    /// Those that have pages; the verb `help` shows what pages say.
    private var subcommands: [Value] {
        (command["subcommands"]?.elements ?? []).filter { $0.isShown && $0["commandName"]?.text != "help" }
    }
    private var arguments: [Value] { (command["arguments"]?.elements ?? []).filter(\.isShown) }

    /// The source of the page.
    var text: String {
        let abstract = command["abstract"]?.text ?? ""
        var text = ".TH \(name.uppercased().roff) 1 \"\" \"heddle \(RunOrigin.ownVersion.roff)\"\n"
        text += ".SH NAME\n\(name.roff) \\- \(abstract.roffLine)\n"
        text += ".SH SYNOPSIS\n.B \(words.joined(separator: " ").roff)\n\(synopsis)\n"
        if let discussion = command["discussion"]?.text { text += ".SH DESCRIPTION\n\(discussion.roffParagraphs)" }
        for (title, arguments) in sections {
            text += ".SH \(title.uppercased().roff)\n\(arguments.map(\.roffItem).joined())"
        }
        if !subcommands.isEmpty {
            text += ".SH COMMANDS\n"
            for subcommand in subcommands {
                let name = "\(name)-\(subcommand["commandName"]?.text ?? "")"
                text += ".TP\n.BR \(name.roff) (1)\n\((subcommand["abstract"]?.text ?? "").roffLine)\n"
            }
        }
        if words.count > 1 { text += ".SH SEE ALSO\n.BR \(words.dropLast().joined(separator: "-").roff) (1)\n" }
        return text
    }

    private var synopsis: String {
        let positional = arguments.filter { $0["kind"]?.text == "positional" }.map { argument in
            let name = "\\fI\((argument["valueName"]?.text ?? "").roff)\\fR"
            let names = name + (argument.holds("isRepeating") ? "..." : "")
            return argument.holds("isOptional") ? "[\(names)]" : names
        }
        let options = arguments.count > positional.count ? ["[\\fIoption\\fR...]"] : []
        let commands = subcommands.isEmpty ? [] : ["\\fIcommand\\fR"]
        return (options + positional + commands).joined(separator: " ")
    }

    /// The arguments by the titles of their sections, in the order in which these come.
    private var sections: [(title: String, arguments: [Value])] {
        var sections: [(title: String, arguments: [Value])] = []
        for argument in arguments {
            let isPositional = argument["kind"]?.text == "positional"
            let title = argument["sectionTitle"]?.text ?? (isPositional ? "arguments" : "options")
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].arguments.append(argument)
            } else {
                sections.append((title, [argument]))
            }
        }
        return sections
    }
}

extension Value {
    subscript(_ name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }
    fileprivate func holds(_ name: String) -> Bool { self[name] == .bool(true) }
    fileprivate var isShown: Bool { self["shouldDisplay"] != .bool(false) }

    /// An argument with its names, its value and its help.
    fileprivate var roffItem: String {
        let value = self["valueName"]?.text.map { "\\fI\($0.roff)\\fR" } ?? ""
        let names = (self["names"]?.elements ?? []).map { name in
            "\\fB\(((name["kind"]?.text == "long" ? "--" : "-") + (name["name"]?.text ?? "")).roff)\\fR"
        }
        let isFlag = self["kind"]?.text == "flag"
        let head = names.isEmpty ? value : names.joined(separator: ", ") + (isFlag ? "" : " \(value)")
        let help = [self["abstract"]?.text, self["discussion"]?.text].compactMap(\.self)
        let fixed = self["defaultValue"]?.text.map { ["The default is \($0)."] } ?? []
        return ".TP\n\(head)\n\((help + fixed).map(\.roffLine).joined(separator: "\n"))\n"
    }
}

extension String {
    /// With what roff would take for its own escaped.
    fileprivate var roff: String { replacing("\\", with: "\\e").replacing("-", with: "\\-") }

    /// The same on a line of its own, which must not begin as a request does.
    fileprivate var roffLine: String { (hasPrefix(".") || hasPrefix("'") ? "\\&" : "") + roff }

    /// Paragraphs; lines of examples, which have several spaces in them, stay lines.
    fileprivate var roffParagraphs: String {
        var text = ""
        for paragraph in split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            let isExample = lines.allSatisfy { $0.hasPrefix("heddle ") || $0.hasPrefix(" ") }
            text += ".PP\n" + (isExample ? ".nf\n" : "") + lines.map { "\($0.roffLine)\n" }.joined()
            text += isExample ? ".fi\n" : ""
        }
        return text
    }
}
