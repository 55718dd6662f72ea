// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A headless Chromium that opens one page.
struct Browser {
    static let isInstalled = Program.isInstalled("chromium")

    /// The result of a script in the page, and what stood on the console before.
    struct Seen {
        let value: String
        let console: [String]
    }

    /// Opens a page, and evaluates an expression again and again until it is a text that is not empty.
    static func see(_ url: String, _ expression: String) throws -> Seen {
        let folder = try ScratchFolder()
        let ended = try Program("python3").run(["-c", script, url, expression, folder("profile")])
        try #require(ended.status == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        return Seen(
            value: String(try #require(lines.first { $0.hasPrefix("value ") }).dropFirst(6)),
            console: lines.filter { $0.hasPrefix("console ") })
    }

    /// Speaks Chromium's DevTools protocol over its two pipes.
    private static let script = """
        import fcntl, json, os, subprocess, sys, time
        url, expression, profile = sys.argv[1:]
        asked, ask = os.pipe()
        answers, answer = os.pipe()
        # Chromium reads from 3 and writes to 4.
        high = [fcntl.fcntl(file, fcntl.F_DUPFD, 20) for file in (asked, answer)]
        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)
        browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-proxy-server",
             "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
            preexec_fn=place, close_fds=False, stderr=subprocess.DEVNULL)
        for file in (asked, answer, *high): os.close(file)
        input, count, waiting = os.fdopen(answers, "rb", 0), 0, b""
        def read():
            global waiting
            while b"\\0" not in waiting: waiting += input.read(65536) or sys.exit("Chromium has ended")
            text, waiting = waiting.split(b"\\0", 1)
            message = json.loads(text)
            params = message.get("params", {})
            if message.get("method") == "Runtime.consoleAPICalled": print("console", params["type"], params["args"])
            if message.get("method") == "Runtime.exceptionThrown": print("console", params["exceptionDetails"])
            if message.get("method") == "Log.entryAdded": print("console", params["entry"]["text"], params["entry"].get("url"))
            return message
        def call(method, session=None, **params):
            global count
            count += 1
            order = {"id": count, "method": method, "params": params}
            if session: order["sessionId"] = session
            os.write(ask, json.dumps(order).encode() + b"\\0")
            while (message := read()).get("id") != count: pass
            if "error" in message: sys.exit(str(message["error"]))
            return message["result"]
        target = call("Target.createTarget", url="about:blank")["targetId"]
        session = call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Page"): call(domain + ".enable", session)
        call("Page.navigate", session, url=url)
        value, end = "", time.monotonic() + 40
        while not value and time.monotonic() < end:
            time.sleep(0.2)
            value = call("Runtime.evaluate", session, expression=expression)["result"].get("value", "")
        print("value", value)
        browser.kill()
        browser.wait()
        """
}
