"""Certificates of a made-up authority, by the openssl command."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

OPENSSL = shutil.which("openssl")


@dataclass(frozen=True, slots=True)
class Certificates:
    """An authority's certificate, and a certificate that it signed, with its key."""

    authority: Path
    certificate: Path
    key: Path

    def options(self) -> tuple[object, ...]:
        """Return the options of ``dask scheduler`` and ``dask worker``."""
        return ("--tls-ca-file", self.authority, "--tls-cert", self.certificate, "--tls-key", self.key)

    def environment(self) -> dict[str, str]:
        """Return Dask's configuration of a client, as environment variables."""
        prefix = "DASK_DISTRIBUTED__COMM__TLS"
        return {
            f"{prefix}__CA_FILE": str(self.authority),
            f"{prefix}__CLIENT__CERT": str(self.certificate),
            f"{prefix}__CLIENT__KEY": str(self.key),
        }


def make_certificates(folder: Path) -> Certificates:
    """Make an authority, and let it sign a certificate for the loopback address; both hold for a day.

    Parameters
    ----------
    folder
        Is made; it must be empty.
    """
    assert OPENSSL is not None
    folder.mkdir(parents=True)
    found = Certificates(folder / "authority.pem", folder / "node.pem", folder / "node.key")
    keys = ("-newkey", "rsa:2048", "-nodes")
    authority = ("-x509", "-days", "1", "-subj", "/CN=authority", "-keyout", folder / "authority.key")
    _openssl("req", *keys, *authority, "-out", found.authority)
    request = folder / "node.csr"
    _openssl("req", *keys, "-subj", "/CN=localhost", "-keyout", found.key, "-out", request)
    names = folder / "names"
    names.write_text("subjectAltName=IP:127.0.0.1\n")
    signer = ("-CA", found.authority, "-CAkey", folder / "authority.key", "-CAcreateserial", "-days", "1")
    _openssl("x509", "-req", "-in", request, *signer, "-extfile", names, "-out", found.certificate)
    return found


def _openssl(*arguments: object) -> None:
    done = subprocess.run(
        [str(OPENSSL), *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
