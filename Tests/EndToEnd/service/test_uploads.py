"""Uploaded covers as curl, a program, a stranger and the disk see them."""

import hashlib
import json
import os
import re
import socket
import subprocess
import time

import pytest

from support.forms import BOUNDARY, EMMA, MULTIPART, multipart
from support.images import GIF, IMAGES, JPEG, NO_IMAGES, png
from support.process import run
from support.waiting import is_reached

MIB = 1 << 20
PROBLEM = "application/problem+json"


def send(service, path="/books", method="POST", accept="application/json", **form):
    headers = {"Content-Type": MULTIPART, "Accept": accept}
    return service.ask(method, path, multipart(**form), **headers)


def add(service, cover=IMAGES["image/png"], **form):
    answer = send(service, cover=cover, **form)
    assert answer.status == 201, answer.text
    return answer.json


def path_of(book):
    return f"/books/{book['id']}"


def blobs(service):
    """The files on disk that hold uploads, by name."""
    folder = service.data / "blobs"
    return {path.name: path for path in folder.rglob("*") if path.is_file()} if folder.exists() else {}


def delete(service, book):
    answer = service.ask("DELETE", path_of(book), Accept="application/json", If_Match='"1"')
    assert answer.status == 204, answer.text


def codes(answer):
    assert answer.media_type == PROBLEM
    return [(error["field"], error["code"]) for error in answer.json["errors"]]


class TestTaking:
    @pytest.mark.parametrize("kind", IMAGES)
    def test_a_kind_of_image_is_kept_and_served_as_what_its_bytes_are(self, service, kind):
        book = add(service, cover=IMAGES[kind], name=b"cover.html", kind="text/html")
        assert book["cover"] == f"{path_of(book)}/cover"
        answer = service.get(book["cover"])
        assert (answer.status, answer.body) == (200, IMAGES[kind])
        assert answer.headers["Content-Type"] == kind

    def test_curl_uploads_a_file(self, service, tmp_path):
        image = tmp_path / "a cover.gif"
        image.write_bytes(GIF)
        fields = ["-F", "title=Emma", "-F", "author=Jane Austen", "-F", f"cover=@{image}"]
        command = ["curl", "-sS", *fields, "-H", "Accept: application/json", service.url + "/books"]
        book = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        assert service.get(book["cover"]).body == GIF

    @pytest.mark.parametrize(
        "name",
        [
            b"../../x", b"..\\..\\x", b"/etc/passwd", b"a%00.png", b"CON", b"x" * 300, b"x.php.png", b".htaccess",
            "\u202egnp.exe".encode(), "ü.png".encode(), b"a%22b.png", b" ",
        ],
    )  # fmt: skip
    def test_a_hostile_name_names_nothing_on_disk(self, service, name):
        book = add(service, name=name)
        assert service.get(book["cover"]).body == IMAGES["image/png"]
        digest = hashlib.sha256(IMAGES["image/png"]).hexdigest()
        assert list(blobs(service)) == [digest]
        assert blobs(service)[digest] == service.data / "blobs" / digest[:2] / digest
        others = [path.name for path in service.data.parent.rglob("*") if path.name in ("x", "passwd", "CON")]
        assert others == []

    def test_a_name_with_a_nul_is_no_header(self, service):
        assert send(service, cover=IMAGES["image/png"], name=b"a\0.png").status == 400
        assert service.books() == [] and blobs(service) == {}

    def test_the_files_are_private(self, service):
        add(service)
        (file,) = blobs(service).values()
        assert file.stat().st_mode & 0o777 == 0o600
        for folder in (file.parent, file.parent.parent):
            assert folder.stat().st_mode & 0o777 == 0o700

    def test_no_file_chosen_is_no_cover(self, service):
        book = add(service, cover=b"", name=b"", kind="application/octet-stream")
        assert book["cover"] is None
        assert service.get(f"{path_of(book)}/cover").status == 404

    def test_a_file_for_another_field_is_passed_over(self, service):
        book = add(service, field="other")
        assert book["cover"] is None
        assert blobs(service) == {}

    def test_one_image_of_two_books_is_kept_once(self, service):
        first, second = add(service), add(service)
        assert len(blobs(service)) == 1
        delete(service, first)
        assert service.get(second["cover"]).body == IMAGES["image/png"]


class TestRefusing:
    @pytest.mark.parametrize("kind", NO_IMAGES)
    def test_what_is_no_image_is_told_whatever_the_client_calls_it(self, service, kind):
        answer = send(service, cover=NO_IMAGES[kind])
        assert answer.status == 422
        assert codes(answer) == [("cover", "file")]
        assert service.books() == [] and blobs(service) == {}

    def test_an_empty_file_is_told(self, service):
        answer = send(service, cover=b"")
        assert (answer.status, codes(answer)) == (422, [("cover", "file")])

    def test_five_mebibytes_are_taken_and_one_byte_more_is_told(self, service):
        whole = png(size=5 * MIB)
        assert service.get(add(service, cover=whole)["cover"]).body == whole
        answer = send(service, cover=png(size=5 * MIB + 1))
        assert (answer.status, codes(answer)) == (422, [("cover", "file")])
        assert "5 MiB" in answer.json["errors"][0]["message"]
        assert len(service.books()) == 1 and len(blobs(service)) == 1

    def test_an_error_page_keeps_what_was_typed_beside_a_bad_cover(self, service):
        answer = send(service, accept="text/html", cover=NO_IMAGES["svg"])
        assert answer.status == 422
        assert 'value="Emma"' in answer.text and 'value="474"' in answer.text
        assert 'href="#cover"' in answer.text and "<svg" not in answer.text

    def test_several_errors_stand_in_the_order_of_the_form(self, service):
        answer = send(service, fields=[("title", ""), ("author", "x")], cover=NO_IMAGES["text"])
        assert codes(answer) == [("title", "missing"), ("cover", "file")]

    def test_more_than_a_body_may_hold_is_refused_before_it_is_read(self, service):
        head = (
            f"POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Length: {8 * MIB + 1}\r\n"
            f"Content-Type: {MULTIPART}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
            connection.sendall(head.encode())
            assert connection.recv(1024).startswith(b"HTTP/1.1 413 ")

    def test_two_covers_are_one_too_many(self, service):
        body = multipart(cover=GIF)
        more = multipart(fields=[], cover=JPEG)
        body = body.removesuffix(f"--{BOUNDARY}--\r\n".encode()) + more
        kind = MULTIPART
        answer = service.post("/books", body, Content_Type=kind, Accept="application/json")
        assert (answer.status, codes(answer)) == (422, [("cover", "repeated")])
        assert blobs(service) == {}

    @pytest.mark.parametrize("text", ["cover.png", "/books/x/cover", "data:image/gif;base64,R0lGODlh"])
    def test_a_text_is_no_file(self, service, text):
        for answer in (
            send(service, fields=[*EMMA, ("cover", text)]),
            service.post("/books", dict([*EMMA, ("cover", text)]), Accept="application/json"),
            service.post_json("/books", dict([*EMMA, ("cover", text)])),
        ):
            assert (answer.status, codes(answer)) == (422, [("cover", "file")])
        assert service.books() == []

    def test_a_stored_reference_is_nothing_that_a_client_may_name(self, service):
        add(service)
        (digest,) = blobs(service)
        reference = {"file": digest, "type": "image/png", "size": len(IMAGES["image/png"])}
        for value in (reference, json.dumps(reference), [reference], digest, 1, True):
            answer = service.post_json("/books", {"title": "Emma", "author": "x", "cover": value})
            code = "repeated" if isinstance(value, list) else "file"
            assert (answer.status, codes(answer)) == (422, [("cover", code)]), value
        text = dict([*EMMA, ("cover", json.dumps(reference))])
        assert service.post("/books", text, Accept="application/json").status == 422

    def test_one_who_goes_away_in_the_middle_leaves_nothing(self, service):
        # The body is in a file without a name, on the disk of the records.
        def open_uploads():
            links = [f"/proc/{service.process.pid}/fd/{number}" for number in os.listdir(f"/proc/{service.process.pid}/fd")]
            return [link for link in links if os.path.exists(link) and "(deleted)" in os.readlink(link)]

        before = sorted(service.data.rglob("*"))
        body = multipart(cover=png(size=4 * MIB))
        head = (
            f"POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            f"Content-Type: {MULTIPART}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
            connection.sendall(head.encode() + body[: 2 * MIB])
            assert is_reached(open_uploads)
        assert is_reached(lambda: not open_uploads())
        assert sorted(service.data.rglob("*")) == before
        assert service.books() == []


class TestServing:
    def test_nothing_that_a_cover_holds_can_run_here(self, service):
        # The bytes are an image and a page at once; the headers decide what the browser makes of them.
        polyglot = GIF[:-1] + b"<script>alert(1)</script>"
        headers = service.get(add(service, cover=polyglot)["cover"]).headers
        assert headers["Content-Type"] == "image/gif"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert headers["Content-Disposition"].startswith("attachment")
        assert "Set-Cookie" not in headers

    def test_a_client_that_has_it_is_not_sent_it_again(self, service):
        cover = add(service)["cover"]
        tag = service.get(cover).headers["ETag"]
        answer = service.get(cover, If_None_Match=tag)
        assert (answer.status, answer.body, answer.headers["ETag"]) == (304, b"", tag)
        assert service.get(cover, If_Match='"other"').status == 412

    def test_the_tag_is_the_content(self, service):
        first, second, other = add(service), add(service), add(service, cover=GIF)
        tags = [service.get(book["cover"]).headers["ETag"] for book in (first, second, other)]
        assert tags[0] == tags[1] != tags[2]

    def test_head_says_what_get_would(self, service):
        cover = add(service)["cover"]
        get, head = service.get(cover), service.ask("HEAD", cover)
        assert (head.status, head.body) == (200, b"")
        for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
            assert head.headers[name] == get.headers[name] is not None

    def test_a_part_can_be_had(self, service):
        image = IMAGES["image/png"]
        cover = add(service)["cover"]
        answer = service.get(cover, Range="bytes=8-15")
        assert (answer.status, answer.body) == (206, image[8:16])
        assert answer.headers["Content-Range"] == f"bytes 8-15/{len(image)}"
        assert service.get(cover, Range=f"bytes={len(image)}-").status == 416

    @pytest.mark.parametrize("accept", ["image/png", "image/avif,image/webp,*/*;q=0.8", "text/html", "application/json"])
    def test_it_has_one_kind_whatever_is_asked_for(self, service, accept):
        assert service.get(add(service)["cover"], Accept=accept).headers["Content-Type"] == "image/png"

    def test_there_is_a_cover_only_where_there_is_one(self, service):
        book = add(service)
        without = service.post_json("/books", dict(EMMA)).json
        for path in (
            f"{path_of(without)}/cover", f"{path_of(book)}/title", f"{path_of(book)}/nothing",
            f"/books/{'0' * 26}/cover", "/books/x/cover", f"{path_of(book)}/_cover",
        ):  # fmt: skip
            assert service.get(path).status == 404, path
        answer = service.ask("DELETE", book["cover"])
        assert answer.status == 405 and "GET" in answer.headers["Allow"]

    def test_pages_show_it_with_words_for_those_who_do_not_see_it(self, service):
        book = add(service)
        for path in ("/books", path_of(book), f"{path_of(book)}/edit"):
            images = re.findall(r"<img [^>]*>", service.get(path, Accept="text/html").text)
            assert len(images) == 1, path
            assert f'src="{book["cover"]}"' in images[0] and 'loading="lazy"' in images[0]
            assert re.search(r'alt="[^"]+"', images[0])

    def test_the_form_is_described_with_what_curl_needs(self, service):
        text = service.get("/books/new", Accept="text/plain").text
        line = next(line for line in text.splitlines() if line.startswith("cover"))
        assert "image file (PNG, JPEG, GIF, WebP), at most 5 MiB" in line
        assert re.search(r"(?m)^curl .* -F 'cover=@", text)


class TestChanging:
    @pytest.fixture
    def book(self, service):
        return add(service)

    def test_a_change_without_a_file_keeps_the_cover(self, service, book):
        answer = send(service, path_of(book), fields=[("title", "Persuasion")])
        assert (answer.status, answer.json["cover"]) == (200, book["cover"])
        answer = send(service, path_of(book), cover=b"", name=b"")
        assert answer.json["cover"] == book["cover"]
        assert service.get(book["cover"]).body == IMAGES["image/png"]

    def test_a_new_cover_takes_the_place_of_the_old_one_on_disk_too(self, service, book):
        answer = send(service, path_of(book), cover=JPEG)
        assert answer.status == 200, answer.text
        assert service.get(book["cover"]).body == JPEG
        assert is_reached(lambda: list(blobs(service)) == [hashlib.sha256(JPEG).hexdigest()])

    @pytest.mark.parametrize("way", ["box", "null", "null in a patch", "put"])
    def test_a_cover_is_removed_on_disk_too(self, service, book, way):
        path, match = path_of(book), {"If_Match": '"1"'}
        answer = {
            "box": lambda: send(service, path, fields=[("_remove", "cover")]),
            "null": lambda: service.post_json(path, {"cover": None}),
            "null in a patch": lambda: service.ask(
                "PATCH", path, '{"cover": null}', Content_Type="application/merge-patch+json", **match
            ),
            "put": lambda: service.ask(
                "PUT", path, json.dumps(dict(EMMA)), Content_Type="application/json", **match
            ),
        }[way]()
        assert answer.status == 200, answer.text
        assert service.get(path, Accept="application/json").json["cover"] is None
        assert service.get(f"{path}/cover").status == 404
        assert is_reached(lambda: blobs(service) == {})

    def test_the_record_sent_back_as_it_was_read_keeps_its_cover(self, service, book):
        for method in ("PUT", "PATCH"):
            read = service.get(path_of(book), Accept="application/json")
            answer = service.ask(
                method, path_of(book), read.body, Content_Type="application/json",
                Accept="application/json", If_Match=read.headers["ETag"],
            )  # fmt: skip
            assert (answer.status, answer.json["cover"]) == (200, book["cover"])
        assert service.get(book["cover"]).body == IMAGES["image/png"]

    def test_the_path_of_another_book_is_no_cover(self, service, book):
        other = add(service, cover=GIF)
        answer = service.post_json(path_of(book), {"cover": other["cover"]})
        assert (answer.status, codes(answer)) == (422, [("cover", "file")])
        assert service.get(book["cover"]).body == IMAGES["image/png"]

    def test_deleting_a_book_deletes_its_cover_from_the_folder(self, service, book):
        delete(service, book)
        assert service.get(book["cover"]).status == 404
        assert is_reached(lambda: blobs(service) == {})

    @pytest.mark.parametrize("is_polite", [True, False], ids=["stopped", "killed"])
    def test_a_restart_keeps_the_cover(self, service, start, book, is_polite):
        if is_polite:
            assert service.stop() == 0
        else:
            service.kill()
        again = start(data=service.data)
        assert again.get(book["cover"]).body == IMAGES["image/png"]
        assert len(blobs(again)) == 1


class TestErrorPages:
    NO_TITLE = [("title", ""), ("author", "Jane Austen")]

    def token(self, answer):
        found = re.search(r'<input[^>]* name="_cover"[^>]* value="([^"]+)"', answer.text)
        assert found, answer.text
        return found.group(1)

    def test_a_good_cover_need_not_be_chosen_again(self, service):
        page = send(service, accept="text/html", fields=self.NO_TITLE, cover=GIF)
        assert page.status == 422
        assert 'href="#cover"' not in page.text
        answer = send(service, fields=[*EMMA, ("_cover", self.token(page))], cover=b"", name=b"")
        assert answer.status == 201, answer.text
        assert service.get(answer.json["cover"]).body == GIF

    def test_it_is_kept_over_several_pages(self, service):
        page = send(service, accept="text/html", fields=self.NO_TITLE, cover=GIF)
        page = send(service, accept="text/html", fields=[*self.NO_TITLE, ("_cover", self.token(page))])
        assert page.status == 422
        book = add(service, cover=None, fields=[*EMMA, ("_cover", self.token(page))])
        assert service.get(book["cover"]).body == GIF

    def test_a_step_on_the_page_keeps_it(self, service):
        page = send(service, accept="text/html", fields=[*EMMA, ("_intent", "step:pages:+1")], cover=GIF)
        assert page.status == 200
        book = add(service, cover=None, fields=[*EMMA, ("_cover", self.token(page))])
        assert service.get(book["cover"]).body == GIF

    def test_another_choice_counts_before_it(self, service):
        page = send(service, accept="text/html", fields=self.NO_TITLE, cover=GIF)
        book = add(service, cover=JPEG, fields=[*EMMA, ("_cover", self.token(page))])
        assert service.get(book["cover"]).body == JPEG

    def test_it_can_be_put_back(self, service):
        page = send(service, accept="text/html", fields=self.NO_TITLE, cover=GIF)
        fields = [*EMMA, ("_cover", self.token(page)), ("_remove", "cover")]
        assert add(service, cover=None, fields=fields)["cover"] is None

    def test_a_token_that_opens_nothing_is_told(self, service):
        for token in ("x", "A" * 43, "../../etc/passwd", hashlib.sha256(GIF).hexdigest()):
            answer = send(service, fields=[*EMMA, ("_cover", token)])
            assert (answer.status, codes(answer)) == (422, [("cover", "file")]), token
        assert service.books() == []

    def test_a_bad_cover_is_never_kept(self, service):
        page = send(service, accept="text/html", fields=self.NO_TITLE, cover=NO_IMAGES["html"])
        assert 'name="_cover"' not in page.text
        assert blobs(service) == {}

    def test_what_another_site_sends_is_not_kept(self, service):
        headers = {"Content-Type": MULTIPART, "Origin": "https://evil.example"}
        answer = service.post("/books", multipart(cover=GIF), **headers)
        assert answer.status == 403
        assert blobs(service) == {}

    def test_what_was_kept_and_never_saved_is_gone_after_a_restart(self, service, start):
        send(service, accept="text/html", fields=self.NO_TITLE, cover=GIF)
        assert len(blobs(service)) == 1
        assert service.stop() == 0
        again = start(data=service.data)
        assert is_reached(lambda: blobs(again) == {})


class TestQuota:
    def test_beyond_it_nothing_is_saved_and_all_is_kept_on_the_page(self, start):
        service = start("--files-quota", "1")
        book = add(service, cover=png(size=700_000))
        answer = send(service, cover=png(colour=(1, 2, 3), size=700_000))
        assert answer.status == 413
        page = send(service, accept="text/html", cover=png(colour=(1, 2, 3), size=700_000))
        assert page.status == 413
        assert 'value="Emma"' in page.text and 'value="474"' in page.text
        assert len(service.books()) == 1 and len(blobs(service)) == 1
        assert service.post_json("/books", dict(EMMA)).status == 201

        delete(service, book)
        assert is_reached(lambda: blobs(service) == {})
        add(service, cover=png(colour=(1, 2, 3), size=700_000))

    def test_the_environment_sets_it(self, tmp_path):
        assert "FILES_QUOTA" in run("--help").stdout
        assert run("--files-quota", "much", folder=tmp_path).returncode == 64


class TestMoving:
    def test_an_export_names_the_file_and_an_import_takes_it_where_it_is(self, service, start, tmp_path):
        add(service)
        (digest,) = blobs(service)
        assert service.stop() == 0
        line = json.loads(run("export", "books", "--data", str(service.data)).stdout)
        assert line["cover"] == {"file": digest, "type": "image/png", "size": len(IMAGES["image/png"])}

        del line["id"]
        rows = tmp_path / "rows.jsonl"
        missing = {**line, "title": "Lost", "cover": {**line["cover"], "file": "0" * 64}}
        rows.write_text("".join(json.dumps(row) + "\n" for row in (line, missing)))
        result = run("import", "books", str(rows), "--data", str(service.data))
        assert result.returncode == 65
        (report,) = result.stderr.splitlines()
        assert report.startswith("line 2: cover: ")
        again = start(data=service.data)
        covers = [again.get(book["cover"]).body for book in again.books()]
        assert covers == [IMAGES["image/png"]] * 2

    def test_a_table_does_the_same(self, service, start, tmp_path):
        book = add(service)
        assert service.stop() == 0
        table = run("export", "books", "--format", "csv", "--data", str(service.data)).stdout
        rows = tmp_path / "rows.csv"
        rows.write_text(table.replace(book["id"], ""))
        assert run("import", "books", str(rows), "--format", "csv", "--data", str(service.data)).returncode == 0
        again = start(data=service.data)
        assert [again.get(book["cover"]).body for book in again.books()] == [IMAGES["image/png"]] * 2

    def test_another_folder_refuses_it(self, service, tmp_path):
        add(service)
        assert service.stop() == 0
        rows = tmp_path / "rows.jsonl"
        rows.write_text(run("export", "books", "--data", str(service.data)).stdout)
        result = run("import", "books", str(rows), "--data", str(tmp_path / "Other"))
        assert result.returncode == 65
        assert "line 1: cover: " in result.stderr
