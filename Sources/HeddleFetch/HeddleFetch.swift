// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Fetches one behaviour file over http or https and writes it to standard output.
///
/// `heddle` runs this program when it is given a URL, so that the process that loads native modules starts without a
/// network stack and never holds one. The body is written only once it is whole, with exit code 0. A failure is
/// exit code 1 and one line on standard error: a code, a tab, a sentence, and where there is one a tab and advice.
@main
enum HeddleFetch {
    static func main() {
        do {
            let output = try output(for: Array(CommandLine.arguments.dropFirst()))
            try Surroundings.write(output, to: STDOUT_FILENO)
        } catch let failure as Failure {
            end(1, saying: failure.line)
        } catch let mistake as CommandLineReader.Mistake {
            end(EX_USAGE, saying: "Error: \(mistake.text)\n\(CommandLineReader.usage)")
        } catch let failure as Surroundings.WriteFailure {
            end(EX_IOERR, saying: "the body cannot be written: \(Surroundings.words(for: failure.systemError))\n")
        } catch {
            end(EX_SOFTWARE, saying: "\(error)\n")
        }
    }

    private static func output(for words: [String]) throws -> [UInt8] {
        switch try CommandLineReader.read(words) {
        case .help: return Array(CommandLineReader.help.utf8)
        case .fetch(let url, let limits, let agent):
            let address = try Address(url)
            return try Transfer(limits: limits, agent: agent, roots: try Trust.roots()).fetch(address)
        }
    }

    private static func end(_ status: Int32, saying text: String) -> Never {
        try? Surroundings.write(Array(text.utf8), to: STDERR_FILENO)
        exit(status)
    }
}
