"""Small images of every kind that the service takes, and files that are no images."""

import base64
import struct
import zlib


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(colour=(11, 93, 87), width=40, height=60, size=None):
    """A picture of one colour; `size` is its number of bytes."""
    rows = (b"\0" + bytes(colour) * width) * height
    start = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    end = _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")
    if size is None:
        return start + end
    # A comment fills the rest.
    comment = b"Comment\0" + b"x" * (size - len(start) - len(end) - 12 - 8)
    image = start + _chunk(b"tEXt", comment) + end
    assert len(image) == size
    return image


GIF = base64.b64decode("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=")
WEBP = base64.b64decode("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=")
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP////////////////////////////////////////////////////////////////////////////////////"
    "//////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA="
)
IMAGES = {"image/png": png(), "image/jpeg": JPEG, "image/gif": GIF, "image/webp": WEBP}
NO_IMAGES = {
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "html": b"<!doctype html><script>alert(1)</script>",
    "text": b"Emma",
    "pdf": b"%PDF-1.7\n",
    "bmp": b"BM" + bytes(60),
    "zip": b"PK\x03\x04" + bytes(60),
    "php behind spaces": b"  <?php echo 1 ?>",
    "the beginning of a signature": b"\x89PNG\r\n",
    "sound in RIFF": b"RIFF\x24\0\0\0WAVEfmt ",
    "a signature that comes later": b"\0" + png(),
}
