"""Bodies of forms that carry a cover."""

EMMA = [("title", "Emma"), ("author", "Jane Austen"), ("pages", "474")]
BOUNDARY = "boundary-of-a-test"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"


def multipart(fields=EMMA, cover=None, name=b"cover.png", kind="image/png", field="cover"):
    """The body of a form in parts; the file name is sent byte by byte as it is given."""
    parts = [f'name="{key}"\r\n\r\n{value}'.encode() for key, value in fields]
    if cover is not None:
        head = f'name="{field}"; filename="'.encode() + name + f'"\r\nContent-Type: {kind}\r\n\r\n'.encode()
        parts.append(head + cover)
    lines = [f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode() + part + b"\r\n" for part in parts]
    return b"".join(lines) + f"--{BOUNDARY}--\r\n".encode()
