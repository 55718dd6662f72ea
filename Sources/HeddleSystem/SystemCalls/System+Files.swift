// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// Files by their paths.
extension System {
    /// The options for opening a file.
    package struct OpenOptions: OptionSet, Sendable {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let forReading = OpenOptions(rawValue: O_RDONLY)
        package static let forWriting = OpenOptions(rawValue: O_WRONLY)
        package static let forReadingAndWriting = OpenOptions(rawValue: O_RDWR)
        /// Creates the file if it does not exist.
        package static let creating = OpenOptions(rawValue: O_CREAT)
        /// The file must not be there yet.
        package static let new = OpenOptions(rawValue: O_CREAT | O_EXCL)
        /// The content of the file is gone.
        package static let emptying = OpenOptions(rawValue: O_TRUNC)
        /// Each write goes to the end of the file.
        package static let appending = OpenOptions(rawValue: O_APPEND)
        /// Neither opening nor reading waits, such as for the writer of a FIFO.
        package static let nonblocking = OpenOptions(rawValue: O_NONBLOCK)
        /// A symbolic link is refused.
        package static let unlinked = OpenOptions(rawValue: O_NOFOLLOW)
        /// A terminal does not become the controlling terminal.
        package static let uncontrolled = OpenOptions(rawValue: O_NOCTTY)
        /// A file without a name in the folder at the path: O_TMPFILE, which Swift does not see.
        package static let unnamed = OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
    }

    /// Opens a file; the caller closes it.
    package static func open(
        _ path: String, _ options: OpenOptions, permissions: UInt32 = 0o666
    ) throws(SystemFailure) -> Int32 {
        try call(.open) { unsafe Glibc.open(path, options.rawValue | O_CLOEXEC, permissions) }
    }

    /// The metadata of the file at a path.
    package static func status(
        at path: String, followingLinks: Bool = true
    ) throws(SystemFailure) -> FileStatus {
        var status = stat()
        try call(.status) { unsafe followingLinks ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    /// The kinds of access to a file.
    package enum Access {
        case existence, reading, writing, running
        /// New files in a folder.
        case creating

        fileprivate var mode: Int32 {
            switch self {
            case .existence: F_OK
            case .reading: R_OK
            case .writing: W_OK
            case .running: X_OK
            case .creating: W_OK | X_OK
            }
        }
    }

    /// Throws why this process has no such access.
    package static func check(_ access: Access, to path: String) throws(SystemFailure) {
        try call(.access) { unsafe Glibc.access(path, access.mode) }
    }

    /// Returns true if this process has such access.
    package static func allows(_ access: Access, to path: String) -> Bool {
        (try? check(access, to: path)) != nil
    }

    /// The path of a file without links and detours.
    package static func realPath(of path: String) throws(SystemFailure) -> String {
        let resolved = unsafe try callForPointer(.resolve) { unsafe realpath(path, nil) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The target of a symbolic link.
    package static func target(ofLink path: String) throws(SystemFailure) -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try call(.resolve) { unsafe readlink(path, &buffer, buffer.count) }
        return buffer.prefix(count).map { UInt8(bitPattern: $0) }
    }

    /// The current folder; nil if it is gone.
    package static var currentFolder: String? {
        guard let folder = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder)
    }

    /// Makes a folder the current one.
    package static func enterFolder(_ path: String) throws(SystemFailure) { try call(.resolve) { unsafe chdir(path) } }

    /// Makes a folder of this process alone, with a name that begins as `prefix` does.
    static func makeTemporaryFolder(_ prefix: String) throws(SystemFailure) -> String {
        var path = Array("\(prefix)XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&path) else { throw SystemFailure(number: errno) }
        return unsafe String(cString: made)
    }

    /// The names of what a folder holds, `.` and `..` among them, in their order.
    package static func entries(ofFolder path: String) throws(SystemFailure) -> [String] {
        if let number = InjectedFaults.failure(of: .list) { throw SystemFailure(number: number) }
        guard let stream = unsafe opendir(path) else { throw SystemFailure(number: errno) }
        defer { unsafe closedir(stream) }
        return unsafe try names(in: stream).map { name in
            String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }.sorted()
    }

    /// Gives a file another path, in one step, in the place of what is there.
    package static func rename(_ path: String, to other: String) throws(SystemFailure) {
        try call(.rename) { unsafe Glibc.rename(path, other) }
    }

    /// Gives an open file a name, which must not be there yet.
    package static func name(_ file: Int32, _ path: String) throws(SystemFailure) {
        try call(.link) { unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) }
    }

    /// Makes a symbolic link.
    package static func link(_ path: String, to target: String) throws(SystemFailure) {
        try call(.link) { unsafe symlink(target, path) }
    }

    /// Makes a folder for this user alone.
    package static func makeFolder(_ path: String) throws(SystemFailure) {
        try call(.makeFolder) { unsafe mkdir(path, 0o700) }
    }

    /// Makes a folder for those whom the user's mask leaves it to.
    package static func makeSharedFolder(_ path: String) throws(SystemFailure) {
        try call(.makeFolder) { unsafe mkdir(path, 0o777) }
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(SystemFailure) {
        try call(.remove) { unsafe unlink(path) }
    }

    /// Removes an empty folder.
    package static func removeFolder(_ path: String) throws(SystemFailure) {
        try call(.remove) { unsafe rmdir(path) }
    }

    /// Removes a file, or a folder with all that is in it, also what its owner may not look into. Links are not followed.
    package static func removeTree(_ path: String) throws(SystemFailure) {
        try removeTree(Array(path.utf8CString), in: AT_FDCWD)
    }

    /// - Parameter name: a name in an open folder. It may be no text.
    private static func removeTree(_ name: [CChar], in folder: Int32) throws(SystemFailure) {
        do throws(SystemFailure) {
            try call(.remove) { unsafe unlinkat(folder, name, 0) }
            return
        } catch  where error == .isFolder {}
        _ = unsafe fchmodat(folder, name, 0o700, AT_SYMLINK_NOFOLLOW)
        let entries = try names(inFolder: name, of: folder).filter { !$0.isOfItself }
        if !entries.isEmpty {
            let own = try openFolder(name, in: folder)
            defer { close(own) }
            for entry in entries { try removeTree(entry, in: own) }
        }
        try call(.remove) { unsafe unlinkat(folder, name, AT_REMOVEDIR) }
    }

    private static func openFolder(_ name: [CChar], in folder: Int32) throws(SystemFailure) -> Int32 {
        try call(.open) { unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }

    /// The names of what a folder holds as they are, `.` and `..` among them.
    private static func names(inFolder name: [CChar], of folder: Int32) throws(SystemFailure) -> [[CChar]] {
        let own = try openFolder(name, in: folder)
        guard let stream = unsafe fdopendir(own) else {
            defer { close(own) }
            throw SystemFailure(number: errno)
        }
        defer { unsafe closedir(stream) }
        if let number = InjectedFaults.failure(of: .list) { throw SystemFailure(number: number) }
        return unsafe try names(in: stream)
    }

    /// The names that are left in an open folder.
    private static func names(in stream: OpaquePointer) throws(SystemFailure) -> [[CChar]] {
        var names: [[CChar]] = []
        while true {
            // Nothing else tells a failure from the end.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            names.append(name)
        }
        if errno != 0 { throw SystemFailure(number: errno) }
        return names
    }

    /// Lets nobody but the owner open what this process creates from here on.
    package static func keepNewFilesPrivate() { umask(0o077) }

    /// Gives a file, a folder or a socket permissions.
    ///
    /// - Parameter mode: the bits of `chmod`.
    package static func setPermissions(_ mode: UInt32, of path: String) throws(SystemFailure) {
        try call(.touch) { unsafe chmod(path, mode) }
    }

    /// Sets the times of a file to now.
    package static func touch(_ path: String) throws(SystemFailure) {
        try call(.touch) { unsafe utimensat(AT_FDCWD, path, nil, 0) }
    }

    /// Writes bytes to a new read-only file.
    package static func writeCopy(of bytes: [UInt8], to path: String) throws(SystemFailure) {
        let file = try open(path, [.forWriting, .new, .unlinked], permissions: 0o400)
        var failure: SystemFailure?
        do throws(SystemFailure) { try write(bytes, to: file) } catch { failure = error }
        failure = failure ?? close(file)
        if let failure { throw failure }
    }

    /// An empty file in memory; the caller closes it.
    package static func memoryFile(named name: String) throws(SystemFailure) -> Int32 {
        try callNumbered(.copy) { unsafe heddle_memory_file(name) }
    }

    /// Writes what stands in a file to another one. It takes no memory, so that a signal handler may do it.
    @discardableResult
    package static func passOn(_ file: Int32, to other: Int32) -> SystemFailure? {
        let result = heddle_pass_on(file, other)
        return result < 0 ? SystemFailure(number: -result) : nil
    }

    /// Truncates a file to nothing, and moves to its start. It takes no memory, so that a signal handler may do it.
    package static func empty(_ file: Int32) {
        _ = ftruncate(file, 0)
        _ = lseek(file, 0, SEEK_SET)
    }

    /// Truncates an open file to a number of bytes.
    package static func truncate(_ file: Int32, to size: Int) throws(SystemFailure) {
        try call(.truncate) { ftruncate(file, off_t(size)) }
    }

    /// Returns whether a descriptor is open.
    package static func isOpen(_ file: Int32) -> Bool { fcntl(file, F_GETFD) >= 0 }

    /// A sealed file in memory; the caller closes it.
    package static func sealedCopy(of bytes: [UInt8], named name: String) throws(SystemFailure) -> Int32 {
        try callNumbered(.copy) { unsafe heddle_sealed_copy(name, bytes, bytes.count) }
    }
}

extension [CChar] {
    /// True for the names that a folder has for itself and for the one around it.
    fileprivate var isOfItself: Bool {
        let dot = CChar(bitPattern: UInt8(ascii: "."))
        return self == [dot, 0] || self == [dot, dot, 0]
    }
}
