#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""server.py FOLDER [--host HOST] [--port PORT] [--certificate FILE --key FILE] [--newest VERSION]

A server on loopback for the tests of heddle-fetch. It prints its port.

FOLDER/replies.json, which is read anew for each request, has for each target of a request line a list of replies. They
are given in turn; the last one again and again. A reply is a list of steps (see play). Nothing is added to its bytes.
A target without replies is answered 404. A client that speaks no HTTP gets the reply for "/". CONNECT opens a tunnel.

FOLDER/requests gets the head of each request, and the body of a POST, as a line of JSON, before the answer.
FOLDER/connections gets a line for each connection.
"""
import argparse
import gzip
import json
import socket
import ssl
import struct
import threading
import time
import zlib
from collections import Counter

PACKERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    # The members of a gzip file may follow each other.
    "members": lambda data: gzip.compress(data[: len(data) // 2]) + gzip.compress(data[len(data) // 2 :]),
}
NOTHING_THERE = [[{"send": "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"}]]
METHODS = (b"GET ", b"POST ", b"CONNECT ")


class Server:
    def __init__(self, options):
        self.options = options
        self.asked = Counter()
        self.lock = threading.Lock()
        self.tls = None
        if options.certificate:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(options.certificate, options.key)
            if options.newest:
                # OpenSSL offers versions before 1.2 at this level alone.
                self.tls.set_ciphers("DEFAULT@SECLEVEL=0")
                self.tls.minimum_version = ssl.TLSVersion.TLSv1
                self.tls.maximum_version = getattr(ssl.TLSVersion, options.newest)

    def serve(self):
        listener = socket.create_server(
            (self.options.host, self.options.port), family=socket.AF_INET6 if ":" in self.options.host else socket.AF_INET, backlog=128)
        print(listener.getsockname()[1], flush=True)
        while True:
            threading.Thread(target=self.answer, args=(listener.accept()[0],), daemon=True).start()

    def answer(self, connection):
        with self.lock:
            with open(f"{self.options.folder}/connections", "a", encoding="utf-8") as file:
                print("connection", file=file)
        try:
            # A client that goes away, or refuses the certificate, is what many of the tests are about.
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            head = self.head(connection)
            if head.startswith(b"CONNECT "):
                self.say(head)
                tunnel(connection, head.split()[1].decode())
            elif head:
                while head and self.play(head, self.reply(head), connection):
                    head = self.head(connection)
                if self.tls and head:
                    connection.settimeout(60)
                    connection.unwrap()
        except OSError:
            pass
        finally:
            connection.close()

    def play(self, head, steps, connection):
        """Plays the steps; true if the connection is kept for another request."""
        for step in steps:
            if "keep" in step:
                return True
            if "file" in step:
                answer(step["file"], head, connection)
            else:
                play(step, connection)
        return False

    def head(self, connection):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            # A body may follow at once, and is read after the head.
            received = connection.recv(1 if head.startswith(b"P") or not head else 65536)
            if not received:
                return b""
            head += received
            if not any(method.startswith(head[:len(method)]) for method in METHODS):
                break
        # A body is read byte by byte with the head, and no byte of the next request.
        return head + self.body(head, connection)

    def body(self, head, connection):
        length = 0
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        body = b""
        while len(body) < length:
            received = connection.recv(length - len(body))
            if not received:
                raise ConnectionAbortedError
            body += received
        return body

    def say(self, head):
        with self.lock:
            with open(f"{self.options.folder}/requests", "a", encoding="utf-8") as file:
                print(json.dumps(head.decode("latin-1")), file=file)

    def reply(self, head):
        target = head.split()[1].decode() if head.startswith(METHODS) else "/"
        self.say(head)
        with open(f"{self.options.folder}/replies.json", encoding="utf-8") as file:
            replies = json.load(file).get(target, NOTHING_THERE)
        with self.lock:
            self.asked[target] += 1
            return replies[min(self.asked[target], len(replies)) - 1]


def play(step, connection):
    (kind, value), = step.items()
    if kind == "send":
        connection.sendall(value.encode())
    elif kind == "drip":
        for _ in range(value["times"]):
            time.sleep(value["seconds"])
            connection.sendall(value["text"].encode())
    elif kind == "packed":
        # The rest of a head, and a body of its form, without its last bytes.
        body = PACKERS[value["form"]](value["text"].encode() * value["times"])
        body = body[: len(body) - value["without"]]
        form = "gzip" if value["form"] == "members" else value["form"]
        connection.sendall(f"Content-Encoding: {form}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    elif kind == "hang":
        while connection.recv(65536):
            pass
    elif kind == "reset":
        # With data of the client unread or not: the client gets "connection reset".
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise ConnectionResetError
    elif kind == "cut":
        # Without a farewell of TLS.
        raise ConnectionAbortedError


def answer(file, head, connection):
    """Answers with a file, or with 304 if the request names its entity tag."""
    if f"If-None-Match: {file['etag']}\r\n".encode() in head:
        connection.sendall(f"HTTP/1.1 304 Not Modified\r\nETag: {file['etag']}\r\n\r\n".encode())
    else:
        text = file["text"].encode()
        connection.sendall(
            f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: {file['etag']}\r\n"
            f"Content-Length: {len(text)}\r\n\r\n".encode() + text)


def tunnel(client, target):
    host, port = target.rsplit(":", 1)
    try:
        server = socket.create_connection((host.strip("[]"), int(port)))
    except OSError:
        return client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
    with server:
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        back = threading.Thread(target=pump, args=(server, client), daemon=True)
        back.start()
        pump(client, server)
        back.join()


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    for option in ("--certificate", "--key", "--newest"):
        parser.add_argument(option)
    Server(parser.parse_args()).serve()


main()
