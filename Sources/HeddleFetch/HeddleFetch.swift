// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// Fetches one behaviour file over http or https and writes it to standard output.
///
/// `heddle` runs this program when it is given a URL, so that the process that loads native modules starts without a
/// network stack and never holds one. The body is written only once it is whole, with exit code 0. A failure is
/// exit code 1 and one line on standard error: a code, a tab, a sentence, and where there is one a tab and advice.
@main
enum HeddleFetch {
    static func main() throws {
        exit(try status(of: Array(CommandLine.arguments.dropFirst())))
    }

    private static func status(of words: [String]) throws -> Int32 {
        do {
            switch try CommandLineReader.read(words) {
            case .help: try FileDescriptor.standardOutput.writeAll(CommandLineReader.help.utf8)
            case .fetch(let url, let limits, let agent):
                let transfer = Transfer(limits: limits, agent: agent, roots: try Trust.roots())
                try FileDescriptor.standardOutput.writeAll(try transfer.fetch(Address(url)))
            }
            return 0
        } catch let failure as Failure {
            try FileDescriptor.standardError.writeAll(failure.line.utf8)
            return 1
        } catch let mistake as CommandLineReader.Mistake {
            try FileDescriptor.standardError.writeAll("Error: \(mistake.text)\n\(CommandLineReader.usage)".utf8)
            return EX_USAGE
        }
    }
}
