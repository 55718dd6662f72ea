// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem

/// A module that is to be made from the template of its language.
struct NewModule {
    private let name: String
    private let language: ModuleLanguage

    /// A module with a name that its tools take.
    init(name: String, language: ModuleLanguage) throws(Diagnostic) {
        (self.name, self.language) = (name, language)
        let quoted = Value.string(name).excerpt(limit: 60)
        if !name.isIdentifier {
            throw refusal(
                .moduleName, "the name \(quoted) of the module is no identifier of C",
                "use \"\(name.nearestIdentifier)\"")
        }
        if language.reservedNames.contains(name) {
            throw refusal(
                .moduleName, "the name \(quoted) of the module means something else to the tools of \(language)",
                "use \"\(name)_module\"")
        }
    }

    /// Makes the folder of the module in the working folder.
    ///
    /// - Returns: the paths of its files.
    func make() throws(Diagnostic) -> [String] {
        try claimFolder()
        var paths: [String] = []
        for (path, text) in language.files {
            let path = "\(name)/\(named(path))"
            try makeFolder(of: path)
            let file = try WholeFile(path: path, code: .usage(.folder))
            file.write(named(String(decoding: text, as: UTF8.self)))
            try file.commit()
            paths.append(path)
        }
        return paths
    }

    /// Refuses a folder that holds something, and whatever else has the name.
    private func claimFolder() throws(Diagnostic) {
        let held: String?
        do throws(SystemFailure) {
            held = try System.entries(ofFolder: name).first { ![".", ".."].contains($0) }
        } catch {
            if error == .missing { return }
            throw refusal(
                .folder, "the folder \(name) cannot be read: \(error.message)", "choose another name or another folder",
                error)
        }
        if let held {
            throw refusal(
                .folder, "the folder \(name) is not empty: it holds \(Value.string(held).excerpt(limit: 60))",
                "choose another name, or empty the folder")
        }
    }

    /// Makes the folders that a file stands in, as far as they are not there.
    private func makeFolder(of path: String) throws(Diagnostic) {
        for index in path.indices where path[index] == "/" {
            do throws(SystemFailure) { try System.makeSharedFolder(String(path[..<index])) } catch {
                if error == .exists { continue }
                throw refusal(
                    .folder, "the folder \(path[..<index]) cannot be made: \(error.message)",
                    "choose a folder that you may write to", error)
            }
        }
    }

    /// A text of the template with the name in it.
    private func named(_ text: String) -> String { text.replacing("@NAME@", with: name) }
}

private func refusal(
    _ code: DiagnosticCode.Usage, _ message: String, _ suggestion: String, _ failure: SystemFailure? = nil
) -> Diagnostic {
    Diagnostic(
        .error, failure?.subject(or: .usage) ?? .usage, code: .usage(code), message, suggestion: suggestion)
}

extension String {
    /// True if C, and CMake, Cargo and Swift as well, take it for a name.
    fileprivate var isIdentifier: Bool { !isEmpty && !startsWithDigit && utf8.allSatisfy(\.isWordPart) }

    /// An identifier that is like it.
    fileprivate var nearestIdentifier: String {
        let words = String(decoding: utf8.prefix(40).map { $0.isWordPart ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        return isEmpty || startsWithDigit ? "module" + words : words
    }

    private var startsWithDigit: Bool { utf8.first.map { (0x30...0x39).contains($0) } ?? false }
}

extension UInt8 {
    /// True of what may stand in an identifier: a letter, a digit or `_`.
    fileprivate var isWordPart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
