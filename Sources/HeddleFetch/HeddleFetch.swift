// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Fetches one behaviour file over http or https and writes it to standard output.
///
/// `heddle` runs this program when it is given a URL, so that the process that loads native modules starts without a
/// network stack and never holds one. The body is written only once it is whole, with exit code 0. A failure is
/// exit code 1 and one line on standard error: a code, a tab, a sentence, and where there is one a tab and advice.
///
/// With `--requests` it stays, and ``Conversation`` answers what is asked on standard input.
@main
enum HeddleFetch {
    static func main() {
        do {
            try perform(CommandLineReader.read(Array(CommandLine.arguments.dropFirst())))
        } catch let failure as Failure {
            end(1, saying: failure.line)
        } catch let mistake as CommandLineReader.Mistake {
            end(EX_USAGE, saying: "Error: \(mistake.text)\n\(CommandLineReader.usage)")
        } catch let mistake as RequestReader.Mistake {
            end(EX_PROTOCOL, saying: "\(mistake.text)\n")
        } catch let failure as HostSystem.WriteFailure {
            end(EX_IOERR, saying: "the body cannot be written: \(HostSystem.words(for: failure.systemError))\n")
        } catch {
            end(EX_SOFTWARE, saying: "\(error)\n")
        }
    }

    private static func perform(_ task: CommandLineReader.Task) throws {
        switch task {
        case .help: try HostSystem.write(Array(CommandLineReader.help.utf8), to: STDOUT_FILENO)
        case .fetch(let url, let limits, let agent):
            let address = try Address(url)
            let transfer = Transfer(limits: limits, agent: agent, roots: try Trust.roots())
            guard case .body(let bytes, _) = try transfer.fetch(address) else { return }
            try HostSystem.write(bytes, to: STDOUT_FILENO)
        case .requests(let limits, let agent):
            var conversation = Conversation(
                transfer: Transfer(limits: limits, agent: agent, roots: try Trust.roots()), from: STDIN_FILENO)
            try conversation.run { answer throws(HostSystem.WriteFailure) in
                try HostSystem.write(answer, to: STDOUT_FILENO)
            }
        }
    }

    private static func end(_ status: Int32, saying text: String) -> Never {
        try? HostSystem.write(Array(text.utf8), to: STDERR_FILENO)
        exit(status)
    }
}
