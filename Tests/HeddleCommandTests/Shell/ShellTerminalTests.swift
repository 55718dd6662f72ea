// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle shell on a terminal")
struct ShellTerminalTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func session(_ further: String...) throws -> TerminalSession {
        let session = try TerminalSession(
            [Program.built("heddle").path, "shell", "libm.so.6", "libc.so.6"] + further, in: folder.path,
            environment: ["XDG_STATE_HOME": folder("state")])
        #expect(session.waits(untilOutputHas: "heddle> "))
        return session
    }

    /// A shell beside whose libraries is one that is compiled for it.
    private func session(compiling source: String, to library: String) throws -> TerminalSession {
        try BuiltModules.compile(source, to: library, in: folder)
        return try session("./\(library)")
    }

    /// Types text, and waits until something of it is there.
    private func type(_ text: String, on session: TerminalSession, until output: String) {
        session.type(text)
        #expect(session.waits(untilOutputHas: output), "\(session.output)")
    }

    @Test("completes functions, modules, saved values and orders, and tells how many functions there are")
    func completes() throws {
        let session = try session()
        #expect(session.waits(untilOutputHas: "functions. .help shows what a line can be"))
        #expect(session.waits(untilOutputHas: "heddle> "))
        type("distance = fdi\t7, 4)\r", on: session, until: "fdim")
        type("\u{15}distance = fdim(7, 4)\r", on: session, until: "\n3\r\n")
        type("pow(dist\t, 3)\r", on: session, until: "\n27\r\n")
        type("c.toas\t'b')\r", on: session, until: "\n98\r\n")
        type(".st\t\r", on: session, until: "\"behaviour\": 1")
        session.type(".quit\r")
        #expect(session.ended() == 0)
    }

    @Test("keeps the lines for the next shell, in a file of the user's own")
    func history() throws {
        let first = try session()
        #expect(first.waits(untilOutputHas: "heddle> "))
        type("abs(-41)\r", on: first, until: "\n41\r\n")
        first.type(".quit\r")
        #expect(first.ended() == 0)
        #expect(folder.text(of: "state/heddle/shell_history") == "abs(-41)\n.quit\n")
        let second = try session()
        #expect(second.waits(untilOutputHas: "heddle> "))
        type("\u{1B}[A\u{1B}[A\r", on: second, until: "\n41\r\n")
        #expect(second.waits(untilOutputHas: "41\r\nheddle> "))
        second.type("\u{04}")
        #expect(second.ended() == 0)
    }

    @Test("outlives native code that ends the process, and runs the lines before again")
    func outlives() throws {
        let session = try session()
        type("x = abs(-41)\r", on: session, until: "\n41\r\n")
        type("void abort(void);\r", on: session, until: "declared in c")
        type("abort()\r", on: session, until: ".again runs the 2 lines that had held before")
        #expect(session.output.contains("native code crashed with SIGABRT in c.abort"))
        type("x\r", on: session, until: "x is no saved value")
        type(".again\r", on: session, until: "> void abort(void);\r\ndeclared in c\r\n")
        type("abs(x) == 41\r", on: session, until: "abs(x) == 41\r\n41\r\n")
        session.type(".quit\r")
        #expect(session.ended() == 0)
    }

    @Test("takes lines as before when native code has changed the mode of the terminal")
    func restores() throws {
        let source = """
            #include <fcntl.h>
            #include <termios.h>
            #include <unistd.h>
            int raw(void); int raw(void) {
                struct termios mode; tcgetattr(0, &mode); cfmakeraw(&mode); tcsetattr(0, TCSANOW, &mode);
                return fcntl(0, F_SETFL, O_NONBLOCK);
            }
            """
        let session = try session(compiling: source, to: "libraw.so")
        type("int raw(void);\r", on: session, until: "declared in raw")
        type("raw() == 0\r", on: session, until: "raw() == 0\r\n0")
        type("abs(-44)\r", on: session, until: "\n44\r\n")
        session.type(".quit\r")
        #expect(session.ended() == 0)
    }

    @Test("outlives a thread of native code that crashes between two lines")
    func thread() throws {
        let source = """
            #include <pthread.h>
            #include <stdlib.h>
            #include <unistd.h>
            static void *die(void *nothing) { (void)nothing; usleep(200000); abort(); }
            int arm(void); int arm(void) { pthread_t thread; return pthread_create(&thread, 0, die, 0); }
            """
        let session = try session(compiling: source, to: "libarm.so")
        type("int arm(void);\r", on: session, until: "declared in arm")
        type("arm()\r", on: session, until: "between two lines; .again runs the 2 lines that had held before")
        type("abs(-45)\r", on: session, until: "\n45\r\n")
        session.type(".quit\r")
        #expect(session.ended() == 0)
    }

    @Test("drops what was typed at Ctrl-C, and ends a call that goes on at the second one")
    func interrupts() throws {
        let source = """
            #include <unistd.h>
            void spin(void); void spin(void) { if (write(1, "round", 5) == 5) for (;;) pause(); }
            """
        let session = try session(compiling: source, to: "libspin.so")
        session.type("abs(-1")
        #expect(session.waits(untilOutputHas: "abs(-1"))
        type("\u{03}", on: session, until: "abs(-1\r\nheddle> ")
        type("abs(-42)\r", on: session, until: "\n42\r\n")
        type("void spin(void);\r", on: session, until: "declared in spin")
        type("spin()\r", on: session, until: "round")
        type("\u{03}", on: session, until: "interrupted: the run stops after the current call")
        type("\u{03}", on: session, until: "ended by signal 2 in this line: spin()")
        type("abs(-43)\r", on: session, until: "\n43\r\n")
        session.type(".quit\r")
        #expect(session.ended() == 0)
    }
}

@Suite("heddle shell that reads a file, and native code that ends the process")
struct ShellDeathTests {
    @Test(
        "ends with the status of a crash, and runs no further line",
        arguments: [
            ("void abort(void);", "abort()"), ("void exit(int status);", "exit(0)"),
            ("int raise(int sig);", "raise(9)"),
        ])
    func death(declaration: String, line: String) throws {
        let bench = try ShellBench()
        let ended = try bench.type("abs(-1)", declaration, line, "abs(-2)")
        #expect(ended.output == "1\ndeclared in c\n")
        #expect(ended.status == 5, "\(ended.errors)")
    }
}
