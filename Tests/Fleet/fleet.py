#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fleet.py --programs FOLDER [--hosts COUNT]

Runs a fleet of real hosts: each in a network namespace of its own, behind a real nginx with TLS in another one. It
publishes good, bad, old and broken versions, cuts the network and stops the server, and asserts from the hosts' control
sockets and reports what they run. It needs the rights of root, and leaves nothing behind.
"""
import argparse
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SERVER = "10.77.0.1"
PATIENCE = 20

RECEIVER = """
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(sys.argv[1], "ab") as file:
            file.write(body + b"\\n")
        self.send_response(204)
        self.end_headers()
    def log_message(self, *words): pass
http.server.ThreadingHTTPServer(("127.0.0.1", 8090), Handler).serve_forever()
"""

NGINX = """
user root; daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/errors;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/tmp; proxy_temp_path {folder}/tmp; fastcgi_temp_path {folder}/tmp;
    uwsgi_temp_path {folder}/tmp; scgi_temp_path {folder}/tmp;
    server {{
        listen {server}:443 ssl; ssl_certificate {folder}/{certificate}.pem; ssl_certificate_key {folder}/{certificate}.key;
        location / {{ root {folder}/www; etag on; default_type application/json; }}
        location /reports {{ proxy_pass http://127.0.0.1:8090; }}
    }}
}}
"""


def run(*words):
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))} ended with status {ended.returncode}: {ended.stdout}{ended.stderr}")
    return ended.stdout


class Network:
    """A namespace with a bridge and the server, and one for each host. No other interface of the machine is touched."""

    def __init__(self, count):
        self.prefix = f"heddle-{os.getpid()}"
        self.hub = f"{self.prefix}-hub"
        self.names = [f"{self.prefix}-{index}" for index in range(count)]

    def make(self):
        run("ip", "netns", "add", self.hub)
        self.at_hub("ip", "link", "add", "bridge", "type", "bridge")
        self.at_hub("ip", "address", "add", f"{SERVER}/24", "dev", "bridge")
        for device in ("bridge", "lo"):
            self.at_hub("ip", "link", "set", device, "up")
        for index, name in enumerate(self.names):
            run("ip", "netns", "add", name)
            self.at_hub("ip", "link", "add", f"port{index}", "type", "veth", "peer", "name", "wire", "netns", name)
            self.at_hub("ip", "link", "set", f"port{index}", "master", "bridge", "up")
            run("ip", "-n", name, "address", "add", f"10.77.0.{index + 10}/24", "dev", "wire")
            for device in ("wire", "lo"):
                run("ip", "-n", name, "link", "set", device, "up")

    def at_hub(self, *words):
        return run("ip", "netns", "exec", self.hub, *words)

    def cut(self, index):
        self.at_hub("ip", "link", "set", f"port{index}", "down")

    def mend(self, index):
        self.at_hub("ip", "link", "set", f"port{index}", "up")

    def remove(self):
        for name in [*self.names, self.hub]:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


class Fleet:
    def __init__(self, programs, count, folder):
        self.heddle = f"{programs}/heddle"
        self.folder = Path(folder)
        self.network = Network(count)
        self.count = count
        self.processes = {}
        self.published = 0

    # The server

    def prepare(self):
        (self.folder / "www").mkdir()
        run("cc", "-fPIC", "-shared", "-std=c11", "-D_GNU_SOURCE", "-fvisibility=hidden", f"-I{ROOT}/include",
            f"{ROOT}/Tests/Fixtures/CommandProbe/probe.c", "-o", f"{self.folder}/probe.so")
        self.keys = {name: run(self.heddle, "source", "keygen", f"{self.folder}/{name}.key").strip()
                     for name in ("release", "foreign")}
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=authority", "-keyout", f"{self.folder}/authority.key", "-out", f"{self.folder}/authority.pem")
        self.certify("right", f"IP:{SERVER}")
        self.certify("wrong", "DNS:elsewhere.example.org")
        self.network.make()

    def certify(self, name, names):
        path = f"{self.folder}/{name}"
        run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}",
            "-keyout", f"{path}.key", "-out", f"{path}.csr")
        Path(f"{path}.txt").write_text(f"subjectAltName={names}\n", encoding="utf-8")
        run("openssl", "x509", "-req", "-in", f"{path}.csr", "-CA", f"{self.folder}/authority.pem", "-CAkey",
            f"{self.folder}/authority.key", "-CAcreateserial", "-days", "2", "-extfile", f"{path}.txt",
            "-out", f"{path}.pem")

    def begin(self, name, namespace, *words, **options):
        self.processes[name] = subprocess.Popen(
            ["ip", "netns", "exec", namespace, *words], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=open(f"{self.folder}/{name}.log", "a", encoding="utf-8"), **options)

    def end(self, name, number=signal.SIGTERM):
        process = self.processes.pop(name)
        process.send_signal(number)
        process.wait(60)

    def serve(self, certificate="right"):
        (self.folder / "nginx.conf").write_text(
            NGINX.format(folder=self.folder, server=SERVER, certificate=certificate), encoding="utf-8")
        self.begin("nginx", self.network.hub, "nginx", "-c", f"{self.folder}/nginx.conf")

    def receive(self):
        self.begin("receiver", self.network.hub, sys.executable, "-c", RECEIVER, f"{self.folder}/reports")

    def sign(self, version, *options, total=3, key="release"):
        behaviour = {
            "behaviour": 1, "modules": {"probe": {"library": "probe"}},
            "steps": [{"call": "probe.add", "with": [1, 2], "expect": {"result": total}}]}
        plain = self.folder / "plain.json"
        plain.write_text(json.dumps(behaviour), encoding="utf-8")
        return run(self.heddle, "source", "sign", plain, "--key", f"{self.folder}/{key}.key", "--identity", "add",
                   "--version", str(version), *options)

    def publish(self, text):
        """Puts a text in the place of the last one; nginx names it by its time in seconds and its size."""
        self.published += 1
        file = self.folder / "new"
        file.write_text(text, encoding="utf-8")
        os.utime(file, (1_700_000_000 + self.published, 1_700_000_000 + self.published))
        file.rename(self.folder / "www" / "add.json")

    # The hosts

    def configure(self, index):
        configuration = {
            "serve": 1, "name": f"till-{index}", "state": f"{self.folder}/state-{index}",
            "modulePath": [str(self.folder)], "control": {"socket": f"{self.folder}/control-{index}"},
            "keys": {"release": self.keys["release"]}, "report": {"to": f"https://{SERVER}/reports", "every": "300 ms"},
            "behaviours": {"add": {
                "from": f"https://{SERVER}/add.json", "keys": ["release"], "modules": ["probe"],
                "poll": {"every": "250 ms"}, "run": {"every": "200 ms"}}}}
        (self.folder / f"host-{index}.json").write_text(json.dumps(configuration), encoding="utf-8")

    def start(self, index):
        environment = {"PATH": os.environ["PATH"], "SSL_CERT_FILE": f"{self.folder}/authority.pem"}
        self.begin(f"host-{index}", self.network.names[index], self.heddle, "serve",
                   f"{self.folder}/host-{index}.json", env=environment)

    def status(self, index):
        """The status of the behaviour of a host; empty while it does not answer."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(5)
                connection.connect(f"{self.folder}/control-{index}")
                connection.sendall(b"GET /behaviours/add HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n")
                answer = b""
                while piece := connection.recv(65536):
                    answer += piece
            return json.loads(answer.partition(b"\r\n\r\n")[2])
        except (OSError, ValueError):
            return {}

    def reported(self):
        """The last report of each host, by its name."""
        try:
            lines = (self.folder / "reports").read_text(encoding="utf-8").splitlines()
        except OSError:
            return {}
        return {report["host"]: report["behaviours"][0] for report in map(json.loads, lines)}

    def all(self, holds, hosts=None):
        return all(holds(self.status(index)) for index in (range(self.count) if hosts is None else hosts))

    def expect(self, claim, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                statuses = "\n".join(json.dumps(self.status(index)) for index in range(self.count))
                sys.exit(f"not ok  {claim}\n{statuses}")
            time.sleep(0.1)
        print(f"ok  {claim}", flush=True)

    def stop(self):
        for process in self.processes.values():
            process.send_signal(signal.SIGKILL)
        for process in self.processes.values():
            process.wait()
        self.network.remove()


def version(status):
    return status.get("active", {}).get("version")


def rejection(status):
    return status.get("rejected", {}).get("diagnostics", [{}])[0].get("code")


def failure(status):
    return status.get("sourceFailure", {}).get("code")


def held_runs(status):
    return status.get("runs", {}).get("held", 0)


def place(host):
    return int.from_bytes(hashlib.sha256(f"add\n{host}".encode()).digest()[:4], "big") / 2**32 * 100


def play(fleet):
    count = fleet.count
    everyone = range(count)
    places = sorted((place(f"till-{index}"), index) for index in everyone)
    few = [index for _, index in places[:2]]
    rest = [index for index in everyone if index not in few]
    percent = str((places[1][0] + places[2][0]) / 2)

    fleet.publish(fleet.sign(1))
    fleet.receive()
    fleet.serve()
    for index in everyone:
        fleet.configure(index)
        fleet.start(index)
    fleet.expect("every host runs the first version", lambda: fleet.all(
        lambda status: version(status) == 1 and status["state"] == "ready" and held_runs(status) > 0))
    fleet.expect("every host reports it", lambda: len(fleet.reported()) == count and all(
        version(status) == 1 for status in fleet.reported().values()))

    fleet.publish(fleet.sign(2, "--percent", percent))
    fleet.expect("a share of them takes the second version, the others hold it back", lambda: fleet.all(
        lambda status: version(status) == 2, few) and fleet.all(
        lambda status: version(status) == 1 and status.get("held") == 2, rest))
    fleet.publish(fleet.sign(2))
    fleet.expect("all take it when the share is all, and those that have it go on", lambda: fleet.all(
        lambda status: version(status) == 2 and status["swaps"] == 2))

    fleet.publish(fleet.sign(3, "--percent", percent, "--stop-on-failures", "2", total=4))
    fleet.expect("a bad version is left by its share, and reaches nobody else", lambda: fleet.all(
        lambda status: version(status) == 2 and rejection(status) == "source.abandoned", few) and fleet.all(
        lambda status: version(status) == 2 and status.get("held") == 3 and status["swaps"] == 2, rest))
    fleet.expect("the reports say which hosts have left it", lambda: {
        name for name, status in fleet.reported().items() if rejection(status) == "source.abandoned"} == {
        f"till-{index}" for index in few})

    away = rest[-1]
    others = [index for index in everyone if index != away]
    fleet.network.cut(away)
    fleet.publish(fleet.sign(4))
    fleet.expect("a host without a network stays with its version while the others go on", lambda: fleet.all(
        lambda status: version(status) == 4, others) and version(fleet.status(away)) == 2)
    runs = held_runs(fleet.status(away))
    fleet.expect("it runs on", lambda: held_runs(fleet.status(away)) > runs)
    fleet.network.mend(away)
    fleet.expect("it takes the newest version when the network is back", lambda: version(fleet.status(away)) == 4)

    fleet.end("nginx")
    fleet.expect("every host keeps the last good version without the server", lambda: fleet.all(
        lambda status: version(status) == 4 and failure(status) == "source.unreachable"))
    fleet.end(f"host-{away}", signal.SIGKILL)
    fleet.start(away)
    fleet.expect("a host that was killed meanwhile runs it from its disk", lambda: version(
        fleet.status(away)) == 4 and held_runs(fleet.status(away)) > 0)
    fleet.publish(fleet.sign(1))
    fleet.serve()
    fleet.expect("an old version is refused by all, also by the host that was killed", lambda: fleet.all(
        lambda status: version(status) == 4 and rejection(status) == "source.rollback" and failure(status) is None))

    fleet.publish("<!doctype html><title>Maintenance</title>")
    fleet.expect("an error page with status 200 changes nothing", lambda: fleet.all(
        lambda status: version(status) == 4 and failure(status) == "source.not-a-behaviour"))
    fleet.publish(fleet.sign(5, key="foreign"))
    fleet.expect("a signature of another key is refused", lambda: fleet.all(
        lambda status: version(status) == 4 and rejection(status) == "source.bad-signature"))

    fleet.end("nginx")
    fleet.publish(fleet.sign(5))
    fleet.serve("wrong")
    fleet.expect("a server with the certificate of another name is not asked", lambda: fleet.all(
        lambda status: version(status) == 4 and failure(status) == "source.tls"))
    fleet.end("nginx")
    fleet.serve()
    fleet.expect("every host ends with the last good version", lambda: fleet.all(
        lambda status: version(status) == 5 and status["state"] == "ready" and status.get("rejected") is None))
    fleet.expect("every host reports it", lambda: all(
        version(status) == 5 for status in fleet.reported().values()))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--programs", required=True)
    options.add_argument("--hosts", type=int, default=8)
    found = options.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="heddle-fleet-") as folder:
        fleet = Fleet(Path(found.programs).resolve(), found.hosts, folder)
        try:
            fleet.prepare()
            play(fleet)
        finally:
            fleet.stop()
    print(f"{found.hosts} hosts, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
