// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSystem

/// The output that native code has printed around its calls, and the files that it has written.
struct SideEffects {
    private let printed: OutputCapture.Printed?

    /// - Parameter printed: nil if it was not taken.
    init(_ printed: OutputCapture.Printed?) {
        self.printed = printed
    }

    /// The value of a path; null for a file that is not there, nil for a path that cannot be looked at.
    func value(at root: CallPath.Root) -> Value? {
        switch root {
        case .stdout: printed?.output.map(Value.init(printed:))
        case .stderr: printed?.error.map(Value.init(printed:))
        case .file(let path): file(path)
        case .argument, .result, .out, .failure, .errno, .status: nil
        }
    }

    private func file(_ path: String) -> Value? {
        do throws(FileContents.Refusal) {
            return Value(printed: try FileContents.bytes(at: path))
        } catch {
            return error.isMissing ? .null : nil
        }
    }

    /// The reason why there is nothing to look at; nil where there is.
    func obstacle(at root: CallPath.Root) -> String? {
        switch root {
        case .stdout, .stderr:
            if value(at: root) != nil { return nil }
            return printed == nil
                ? "what was printed could not be taken" : "more than \(OutputCapture.limit >> 20) MiB were printed"
        case .file(let path):
            do throws(FileContents.Refusal) {
                _ = try FileContents.bytes(at: path)
                return nil
            } catch {
                return error.isMissing ? nil : "the file cannot be read: \(error.reason)"
            }
        case .argument, .result, .out, .failure, .errno, .status: return nil
        }
    }
}
