"""The studio as a process."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]


class Running:
    """`dicelab web` in a process, and a browser that has come in."""

    def __init__(
        self, folder: Path, *options: str, program: Sequence[str] = ("-m", "dicelab"), beside: Path = ROOT
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *program, "web", "--port", "0", "--json", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ
            | {
                "PYTHONPATH": f"{ROOT}{os.pathsep}{beside}",
                "DICELAB_ARCHIVE": str(folder / "archive.sqlite3"),
                "TMPDIR": str(folder),
            },
            cwd=folder,
        )
        assert self.process.stdout
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.host = self.address.split("/")[2]
        self.port = int(self.host.rpartition(":")[2])
        self.cookie = ""
        self.cookie = self.ask("GET", self.address.partition(self.host)[2], Host=self.host)[1]["set-cookie"].partition(
            ";"
        )[0]

    def ask(self, method, path, value=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        given = {"Cookie": self.cookie} | headers
        body = None
        if value is not None:
            body, given["Content-Type"] = json.dumps(value), "application/json"
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, {name.lower(): one for name, one in answer.getheaders()}, data

    def raw(self, data, seconds=30):
        """Send bytes, and return all that comes back until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(data)
            found = b""
            with contextlib.suppress(ConnectionResetError):
                while part := connection.recv(65536):
                    found += part
            return found

    def children(self):
        """Return the numbers of the processes of the server."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in task.read_text().split()]

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
