"""PNG files of few colours: pictures of pages need no more than a palette, and are a third of the size."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

_MOST = 256
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def small_png(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels, of shape (height, width, 3), as a PNG file with a palette of at most 256 colours.

    Where there are more, those that are rarest become the nearest of the others.
    """
    height, width, _ = pixels.shape
    wide = pixels.astype(np.int32)
    codes = (wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]).ravel()
    found, places, times = np.unique(codes, return_inverse=True, return_counts=True)
    kept = np.argsort(-times, kind="stable")[:_MOST]
    palette = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    nearest = np.empty(len(found), np.uint8)
    for start in range(0, len(found), 4096):
        rest = palette[start : start + 4096, None, :] - palette[None, kept, :]
        nearest[start : start + 4096] = (rest**2).sum(axis=2).argmin(axis=1)
    rows = nearest[places].reshape(height, width)
    lines = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", palette[kept].astype(np.uint8).tobytes()), (b"IDAT", zlib.compress(lines, 9)))
    return _SIGNATURE + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
