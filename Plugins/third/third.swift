// SPDX-License-Identifier: Apache-2.0
//
// A module in Swift: it opens a web address in the desktop's browser.
//
// It shows three things. `@c @implementation` gives a function of third.h its body, and the compiler compares the two.
// The name of an action may differ from its symbol (openUrlWithUrl: and open_url). A call fails through the host's
// table, with a code for programs and a message for people.

@preconcurrency import Glibc

/// Opens an address and waits for the opener to end.
@c @implementation
public func open_url(_ url: UnsafePointer<CChar>!) {
    let address = String(cString: url)
    guard isWebAddress(address) else {
        return fail("notAURL", "\"\(address)\" is not opened: it is not a whole http:// or https:// address")
    }
    switch run("xdg-open", address) {
    case .exited(0): break
    case .notFound:
        fail("noOpener", "there is no desktop opener (xdg-open) on this machine to open \(address) with")
    case .exited(let status): fail("openerFailed", "xdg-open \(address) ended with status \(status)")
    case .failed(let reason): fail("openerFailed", "xdg-open \(address): \(reason)")
    }
}

private func fail(_ code: String, _ message: String) {
    heddle.pointee.fail(code, message)
}

/// Returns whether the text is an `http://` or `https://` address without characters that an address must escape.
private func isWebAddress(_ address: String) -> Bool {
    let schemes = ["http://", "https://"]
    guard let scheme = schemes.first(where: address.lowercased().hasPrefix) else { return false }
    let rest = address.utf8.dropFirst(scheme.utf8.count)
    return !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
}

private enum Ending {
    case exited(Int32)
    case notFound
    case failed(String)
}

/// Runs a program of the PATH with one argument and waits for it. No shell reads the argument.
private func run(_ program: String, _ argument: String) -> Ending {
    let strings = [strdup(program), strdup(argument), nil]
    defer { strings.forEach { free($0) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The host's thread may block signals, which a browser would inherit.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var child = pid_t()
    let error = posix_spawnp(&child, program, nil, &attributes, strings, environ)
    guard error == 0 else {
        return error == ENOENT ? .notFound : .failed(String(cString: strerror(error)))
    }
    return ending(of: child)
}

private func ending(of child: pid_t) -> Ending {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
        guard errno == EINTR else { return .failed(String(cString: strerror(errno))) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .failed("ended by signal \(signal)")
}
