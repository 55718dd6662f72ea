// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleSystem

/// The copy of a module's file for the dynamic linker: the very bytes that were checked, at a place where nothing
/// changes them.
struct ModuleCopy {
    /// The path that is loaded.
    let path: String
    /// The descriptor of a copy in memory. It stays open: were its number used again, the linker would take the next
    /// library for this one.
    private let descriptor: Int32?
    private let file: String
    /// The folder of the copy and its neighbours, and the one that it stands for.
    private let folders: (copy: String, original: String)?

    /// Copies a file to the user's store; to memory, without its neighbours, where there is none or it is full.
    ///
    /// - Throws: that a neighbour is no library, or why there is no copy.
    init(of file: LibraryFile) throws(Diagnostic) {
        self.file = file.path
        let layout = ModuleLayout(of: file, beside: try Neighbours(of: file))
        if let path = ModuleStore.shared?.copy(of: layout) {
            (self.path, descriptor) = (path, nil)
            let end = layout.place(in: "").utf8.count
            folders = (String(path.dropLast(end)), layout.folder.parts.isEmpty ? "" : layout.folder.text)
            return
        }
        // Linux allows names of 249 bytes.
        let name = String(LexicalPath(file.path).name.prefix(60))
        do throws(SystemFailure) {
            let copy = try System.sealedCopy(of: file.elf.reader.bytes, named: name)
            // Under the process's number, as a debugger has a /proc/self of its own.
            (path, descriptor, folders) = (System.descriptorPath(copy), copy, nil)
        } catch {
            var refusal = Library.refusal(file.path, because: "no copy of it can be made: \(error.message)")
            refusal.subject = error.subject(or: .module)
            throw refusal
        }
    }

    /// The copy was not loaded.
    func discard() {
        if let descriptor { System.close(descriptor) }
    }

    /// The dynamic linker's words, which speak of the copy, about the file.
    func original(_ words: String) -> String {
        let words = words.replacing(path, with: file)
        guard let folders else { return words }
        return words.replacing("\(folders.copy)/", with: "\(folders.original)/")
    }
}
