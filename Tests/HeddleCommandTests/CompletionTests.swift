// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Completion in a shell")
struct CompletionTests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    /// What Bash offers for the last word of a line.
    private func offers(_ line: String) throws -> [String] {
        let heddle = try Program.built("heddle").path
        try bench.folder.write("heddle.bash", Program(heddle).succeed(["--generate-completion-script", "bash"]))
        let script = """
            PATH="\(URL(filePath: heddle).deletingLastPathComponent().path):$PATH"
            source ./heddle.bash
            COMP_LINE="$1"
            COMP_POINT=${#COMP_LINE}
            read -ra COMP_WORDS <<<"$1"
            [[ $1 == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            function_of=$(complete -p heddle | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            "$function_of" heddle "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let ended = try Program("bash").run(["-c", script, "bash", line], in: bench.folder.path)
        return ended.output.split(separator: "\n").map(String.init).sorted()
    }

    /// Lets zsh list what it offers for the last word of a line, at a terminal of its own, and returns what it shows.
    private func listed(inZsh line: String) throws -> String {
        let heddle = try Program.built("heddle").path
        try bench.folder.write("_heddle", Program(heddle).succeed(["--generate-completion-script", "zsh"]))
        let script = """
            zmodload zsh/zpty
            path=(\(URL(filePath: heddle).deletingLastPathComponent().path) $path)
            zpty inner zsh -f -i
            zpty -w inner "PROMPT=; stty columns 200; fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w inner "LISTMAX=10000; bindkey '^I' list-choices; echo rea''dy"
            zpty -r inner text '*ready*2004h*'
            zpty -w -n inner "$1"$'\\t\\x15echo do\\x27\\x27ne\\n'
            zpty -r inner text '*done*'
            print -r -- "$text"
            """
        return try Program("zsh").run(["-f", "-c", script, "zsh", line], in: bench.folder.path).output
    }

    @Test("in zsh offers the names and the tags of cases, and codes, and runs nothing of them")
    func zsh() throws {
        try bench.write("a.json", good("adds two"), good("it's $(touch ran) `id` a*b: c"))
        let names = try listed(inZsh: "heddle test a.json --name ")
        #expect(names.contains("adds two") && names.contains(#"it's $(touch ran) `id` a\*b: c"#), "\(names)")
        #expect(bench.folder.text(of: "ran") == nil)
        try bench.write("t.json", #"{ "name": "a", "tags": ["slow", "net"], "steps": [] }"#)
        let tags = try listed(inZsh: "heddle test t.json --tag ")
        #expect(tags.contains("net") && tags.contains("slow"), "\(tags)")
        let codes = try listed(inZsh: "heddle explain kept-run.o")
        #expect(codes.contains("kept-run.other-run") && codes.contains("kept-run.other-version"), "\(codes)")
    }

    @Test("offers the names and the tags of the cases in the files of the line")
    func names() throws {
        try bench.write("a.json", good("adds two"), good("adds"), good("it's $(touch ran) `id` a*b"))
        #expect(try offers("heddle test a.json --name ") == ["adds", "adds two", #"it's $(touch ran) `id` a\*b"#])
        #expect(try offers("heddle test a.json --name ad") == ["adds", "adds two"])
        #expect(bench.folder.text(of: "ran") == nil)
        try bench.write("t.json", #"{ "name": "a", "tags": ["slow", "net"], "steps": [] }"#)
        #expect(try offers("heddle test t.json --tag ") == ["net", "slow"])
        #expect(try offers("heddle test none.json --name ") == [])
    }

    @Test("offers the checks of modules")
    func checks() throws {
        #expect(try offers("heddle validate --only no-go") == ["no-go-runtime"])
    }

    @Test("offers the codes that can be explained")
    func codes() throws {
        #expect(try offers("heddle explain kept-run.other-v") == ["kept-run.other-version"])
        #expect(try offers("heddle explain ").count > 200)
    }
}
