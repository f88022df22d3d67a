"""What curl, a proxy and an operator see of the running service."""

import json
import re
import signal
import socket
import subprocess
import urllib.parse

import pytest

from support.process import PUBLIC, run

EMMA = {"title": "Emma", "author": "Jane Austen", "pages": "474", "inPrint": "on"}
NO_TITLE = {**EMMA, "title": ""}
PROBLEM = "application/problem+json"


def add(service, fields=EMMA, **headers):
    answer = service.post("/books", fields, **headers)
    assert answer.status == 303, answer.text
    return answer.headers["Location"]


class TestSaving:
    def test_a_form_post_is_answered_303_with_the_place_of_the_record(self, service):
        location = add(service)
        assert re.fullmatch(r"/books/[0-9a-z]{26}", location)
        assert "Jane Austen" in service.get(location).text

    def test_curl_saves_a_book_that_jq_reads_from_the_folder(self, service):
        fields = ["--data-urlencode", "title=Emma", "--data-urlencode", "author=Jane Austen"]
        command = ["curl", "-si", *fields, "-d", "pages=474", "-d", "inPrint=on", service.url + "/books"]
        head = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert head.startswith("HTTP/1.1 303 ")
        identifier = re.search(r"(?im)^location: /books/(\w+)\r?$", head).group(1)
        query = f'[.. | objects | select(.title? == "Emma" and .pages? == 474)] | length'
        for moment in ("running", "stopped"):
            files = sorted(service.data.rglob("*.jsonl"))
            found = subprocess.run(["jq", query, *files], capture_output=True, text=True, check=True)
            assert "1" in found.stdout.split(), moment
            assert any(identifier in file.read_text() for file in files)
            if moment == "running":
                assert service.stop() == 0

    def test_json_is_answered_201_with_the_record(self, service):
        answer = service.post_json("/books", {"title": "Emma", "author": "Jane Austen", "pages": 474})
        assert answer.status == 201
        assert answer.media_type == "application/json"
        record = answer.json
        assert answer.headers["Location"] == f"/books/{record['id']}"
        assert answer.headers["ETag"] == '"1"'
        assert list(record)[:4] == ["id", "revision", "createdAt", "updatedAt"]
        assert record["revision"] == 1
        assert (record["title"], record["pages"], record["inPrint"]) == ("Emma", 474, False)
        assert service.get(answer.headers["Location"], Accept="application/json").json == record

    def test_plain_text_is_answered_201_with_one_line_a_field(self, service):
        answer = service.post("/books", EMMA, Accept="text/plain")
        assert answer.status == 201
        assert answer.media_type == "text/plain"
        assert "title: Emma\n" in answer.text

    def test_what_is_left_out_of_a_new_record_takes_the_starting_value(self, service):
        service.post("/books", {"title": "Emma", "author": "Jane Austen"})
        (book,) = service.books()
        assert (book["pages"], book["inPrint"]) == (None, False)

    def test_what_is_left_out_of_a_change_keeps_its_value(self, service):
        location = add(service)
        assert service.post(location, {"pages": "475"}).status == 303
        (book,) = service.books()
        assert (book["title"], book["pages"], book["inPrint"]) == ("Emma", 475, True)
        assert book["revision"] == 2

    def test_a_toggle_that_the_page_showed_and_did_not_send_is_off(self, service):
        location = add(service)
        assert service.post(location, {"_shown": "title inPrint", "title": "Emma"}).status == 303
        assert service.books()[0]["inPrint"] is False

    def test_names_that_are_no_fields_are_never_bound(self, service):
        own = {"id": "z" * 26, "revision": "9", "createdAt": "1900-01-01T00:00:00Z", "admin": "yes"}
        add(service, {**EMMA, **own})
        (book,) = service.books()
        assert not {book["id"], str(book["revision"]), book["createdAt"]} & set(own.values())
        assert "admin" not in book

    def test_a_deleted_book_is_gone(self, service):
        location = add(service)
        assert service.get(location + "/delete").status == 200
        assert len(service.books()) == 1
        assert service.post(location + "/delete", {}).status == 303
        assert service.get(location).status == 404
        assert service.books() == []

    def test_text_that_looks_like_markup_comes_back_as_text(self, service):
        hostile = "\"><script>alert(1)</script>'&amp;</title>"
        text = service.get(add(service, {**EMMA, "title": hostile})).text
        assert "<script>alert" not in text
        assert service.books()[0]["title"] == hostile

    def test_a_restart_keeps_everything(self, start):
        service = start()
        for number in range(20):
            add(service, {**EMMA, "title": f"Volume {number}"})
        before = service.books()
        assert service.stop() == 0
        assert start(data=service.data).books() == before

    def test_a_kill_keeps_what_was_acknowledged(self, start):
        service = start()
        location = add(service)
        service.kill()
        assert start(data=service.data).get(location).status == 200


class TestRefusing:
    def test_an_invalid_form_comes_back_filled(self, service):
        answer = service.post("/books", NO_TITLE)
        assert answer.status == 422
        assert answer.media_type == "text/html"
        assert "<title>Error: " in answer.text
        assert 'value="Jane Austen"' in answer.text
        assert 'href="#title"' in answer.text
        assert service.books() == []

    def test_json_gets_a_problem_that_points_at_the_field(self, service):
        answer = service.post("/books", NO_TITLE, Accept="application/json")
        assert answer.status == 422
        assert answer.media_type == PROBLEM
        (error,) = answer.json["errors"]
        assert (error["pointer"], error["field"], error["code"]) == ("/title", "title", "missing")
        assert error["message"]

    def test_errors_come_in_the_order_of_the_fields(self, service):
        body = {"pages": 0, "author": "", "title": ""}
        errors = service.post_json("/books", body).json["errors"]
        assert [error["field"] for error in errors] == ["title", "author", "pages"]

    def test_plain_text_gets_one_line_a_field_and_a_curl_line(self, service):
        answer = service.post("/books", NO_TITLE, Accept="text/plain")
        assert answer.status == 422
        assert re.search(r"(?m)^title: ", answer.text)
        assert "curl " in answer.text
        assert "Jane Austen" in answer.text

    @pytest.mark.parametrize(
        ("pages", "code"),
        [("0", "tooSmall"), ("20001", "tooLarge"), ("nan", "notNumber"), ("1e999", "notNumber"),
         ("0x10", "notNumber"), ("12 pages", "notNumber")],
    )
    def test_a_number_outside_its_rule_is_told(self, service, pages, code):
        answer = service.post("/books", {**EMMA, "pages": pages}, Accept="application/json")
        assert answer.status == 422
        assert [(error["field"], error["code"]) for error in answer.json["errors"]] == [("pages", code)]

    @pytest.mark.parametrize(
        ("title", "code"),
        [("x" * 201, "tooLong"), (" \u200b ", "missing"), ("a\x00b", "control"), ("a\u202eb", "control")],
    )
    def test_a_text_outside_its_rule_is_told(self, service, title, code):
        answer = service.post("/books", {**EMMA, "title": title}, Accept="application/json")
        assert answer.status == 422
        assert [(error["field"], error["code"]) for error in answer.json["errors"]] == [("title", code)]

    def test_a_field_sent_twice_is_refused(self, service):
        body = "title=Emma&title=Persuasion&author=Jane+Austen"
        answer = service.post(
            "/books", body, Content_Type="application/x-www-form-urlencoded", Accept="application/json"
        )
        assert answer.status == 422
        assert answer.json["errors"][0]["code"] == "repeated"

    @pytest.mark.parametrize(
        ("kind", "body"),
        [("application/x-www-form-urlencoded", b"title=%FF&author=x"),
         ("application/json", b'{"title": "\xff"}'),
         ("application/json", b'{"title": "a", "title": "b"}'),
         ("application/json", b'{"title": "a"} x'),
         ("application/json", b"[" * 100_000),
         ("application/json", b"")],
    )
    def test_a_body_that_cannot_be_read_is_400(self, service, kind, body):
        assert service.post("/books", body, Content_Type=kind).status == 400

    def test_another_kind_of_body_is_415(self, service):
        assert service.post("/books", "title,author", Content_Type="text/csv").status == 415

    def test_a_kind_of_answer_that_is_not_there_is_406(self, service):
        assert service.get("/books", Accept="image/png").status == 406
        assert service.get("/formwork.css", Accept="image/png").status == 200

    def test_a_body_over_the_limit_is_413_before_it_is_sent(self, service):
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
            connection.sendall(
                b"POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
            )
            assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")

    @pytest.mark.parametrize("path", ["/nothing", "/books/" + "0" * 26, "/books/not-an-id"])
    def test_what_is_not_there_is_404_in_the_kind_asked_for(self, service, path):
        for accept, kind in [("text/html", "text/html"), ("application/json", PROBLEM), ("text/plain",) * 2]:
            answer = service.get(path, Accept=accept)
            assert (answer.status, answer.media_type) == (404, kind)

    @pytest.mark.parametrize(
        ("method", "path", "allowed"),
        [("DELETE", "/books", "GET, HEAD, OPTIONS, POST"),
         ("POST", "/books/new", "GET, HEAD, OPTIONS"),
         ("POST", "/healthz", "GET, HEAD, OPTIONS")],
    )
    def test_a_wrong_method_is_405_with_those_allowed(self, service, method, path, allowed):
        answer = service.ask(method, path)
        assert answer.status == 405
        assert ", ".join(sorted(answer.headers["Allow"].split(", "))) == allowed

    def test_reading_never_changes_anything(self, service):
        location = add(service)
        for path in [location + "/delete", location + "/edit", "/profile"]:
            for method in ["GET", "HEAD"]:
                service.ask(method, path, _method="DELETE")
        assert len(service.books()) == 1


class TestCrossSite:
    @pytest.mark.parametrize(
        "headers",
        [{"Sec_Fetch_Site": "cross-site"},
         {"Sec_Fetch_Site": "same-site"},
         {"Origin": "null"},
         {"Origin": "http://elsewhere.example"},
         {"Origin": "http://127.0.0.1:1"},
         {"Origin": "https://elsewhere.example", "X_Forwarded_Host": "elsewhere.example"}],
        ids=lambda headers: ", ".join(headers.values()),
    )
    def test_a_post_from_another_site_is_403_and_keeps_what_was_typed(self, service, headers):
        answer = service.post("/books", EMMA, **headers)
        assert answer.status == 403
        assert "Jane Austen" in answer.text
        assert service.books() == []

    def test_a_post_from_the_same_site_or_no_browser_passes(self, service):
        add(service, Sec_Fetch_Site="same-origin")
        add(service, Sec_Fetch_Site="none")
        add(service, Origin=service.url)
        add(service)
        assert len(service.books()) == 4


class TestReading:
    def test_the_list_as_json_counts_and_names_its_neighbours(self, service):
        for number in range(3):
            add(service, {**EMMA, "title": f"Volume {number}"})
        answer = service.get("/books?per=2", Accept="application/json").json
        assert [book["title"] for book in answer["items"]] == ["Volume 2", "Volume 1"]
        assert (answer["total"], answer["page"], answer["per"]) == (3, 1, 2)
        assert answer["previous"] is None
        rest = service.get(answer["next"], Accept="application/json").json
        assert [book["title"] for book in rest["items"]] == ["Volume 0"]
        assert rest["next"] is None

    @pytest.mark.parametrize("query", ["page=0", "page=x", "per=0", "per=101", "per=-1"])
    def test_a_page_that_cannot_be_is_400(self, service, query):
        assert service.get(f"/books?{query}").status == 400

    def test_a_page_past_the_end_is_empty(self, service):
        answer = service.get("/books?page=9", Accept="application/json")
        assert (answer.status, answer.json["items"]) == (200, [])

    def test_the_form_as_plain_text_is_a_guide_for_curl(self, service):
        text = service.get("/books/new", Accept="text/plain").text
        assert re.search(r"(?m)^title\* +text, 1 to 200 characters$", text)
        assert re.search(r"(?m)^pages +whole number, 1 to 20000$", text)
        assert re.search(r"(?m)^curl .*/books.*'title=", text)

    def test_a_head_is_the_get_without_its_body(self, service):
        location = add(service)
        for path in ["/books", location, "/formwork.css", "/nothing"]:
            head, get = service.ask("HEAD", path), service.get(path)
            assert head.status == get.status
            assert head.body == b""
            assert head.headers["Content-Length"] == get.headers["Content-Length"]

    def test_a_trailing_slash_is_sent_on(self, service):
        answer = service.get("/books/")
        assert (answer.status, answer.headers["Location"]) == (308, "/books")

    def test_answers_that_depend_on_accept_say_so(self, service):
        assert "accept" in service.get("/books").headers["Vary"].lower()

    def test_every_page_carries_the_security_headers(self, service):
        location = add(service)
        for path in ["/", "/books", "/books/new", location, "/profile", "/nothing"]:
            headers = service.get(path).headers
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "same-origin"
            assert headers["Permissions-Policy"]
        assert "no-store" in service.get("/profile").headers["Cache-Control"]

    @pytest.mark.parametrize(
        ("path", "kind"),
        [("/formwork.css", "text/css"), ("/formwork.js", "text/javascript"),
         ("/favicon.svg", "image/svg+xml"), ("/robots.txt", "text/plain")],
    )
    def test_files_are_sent_with_their_kind(self, service, path, kind):
        answer = service.get(path)
        assert (answer.status, answer.media_type) == (200, kind)
        assert answer.body == (PUBLIC / path[1:]).read_bytes()

    @pytest.mark.parametrize(
        "path",
        ["/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift", "/..%5cPackage.swift",
         "//etc/passwd", "/.git/config", "/formwork.css%00", "/formwork.css/"],
    )
    def test_nothing_outside_the_folder_is_sent(self, service, path):
        assert service.get(path).status in (400, 404)

    def test_the_probes_answer(self, service):
        assert service.get("/healthz").text.strip() == "ok"
        assert service.get("/readyz").status == 200


class TestIntents:
    TYPED = {"title": "Emm", "author": "", "pages": "12", "_shown": "title author pages inPrint"}

    def intent(self, service, intent, **fields):
        answer = service.post("/books", {**self.TYPED, **fields, "_intent": intent})
        assert answer.status == 200
        assert service.books() == []
        return answer.text

    @pytest.mark.parametrize(
        ("pages", "intent", "expected"),
        [("12", "step:pages:+1", "13"), ("12", "step:pages:-1", "11"),
         ("1", "step:pages:-1", "1"), ("20000", "step:pages:+1", "20000"), ("x", "step:pages:+1", "x")],
    )
    def test_a_step_keeps_within_the_bounds_and_complains_of_nothing(self, service, pages, intent, expected):
        text = self.intent(service, intent, pages=pages)
        field = re.search(r'<input[^>]*name="pages"[^>]*>', text).group()
        assert f'value="{expected}"' in field
        assert 'value="Emm"' in text
        assert 'id="error-summary"' not in text

    def test_clearing_empties_that_field_alone(self, service):
        text = self.intent(service, "clear:title")
        assert 'value="Emm"' not in text
        assert 'value="12"' in text

    def test_checking_shows_the_errors_and_saves_nothing(self, service):
        assert 'href="#author"' in self.intent(service, "check")


class TestNotice:
    def test_it_is_shown_once_on_the_page_that_follows(self, service):
        answer = service.post("/books", EMMA)
        (cookie,) = answer.headers.get_all("Set-Cookie")
        assert {"HttpOnly", "SameSite=Lax", f"Path={answer.headers['Location']}"} <= set(cookie.split("; "))
        seen = service.get(answer.headers["Location"], Cookie=cookie.partition(";")[0])
        assert 'class="hud"' in seen.text
        assert any("Max-Age=0" in gone for gone in seen.headers.get_all("Set-Cookie"))
        assert 'class="hud"' not in service.get(answer.headers["Location"]).text

    def test_a_code_that_is_none_shows_nothing(self, service):
        answer = service.post("/books", EMMA)
        name = answer.headers["Set-Cookie"].partition("=")[0]
        seen = service.get(answer.headers["Location"], Cookie=f"{name}=forged")
        assert seen.status == 200
        assert 'class="hud"' not in seen.text


class TestProcess:
    def test_the_first_line_says_where(self, service):
        assert re.fullmatch(r"formwork listening on http://127\.0\.0\.1:[1-9]\d*", service.first_line)

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
    def test_a_signal_ends_it_with_0(self, service, number):
        with socket.create_connection(("127.0.0.1", service.port)):
            assert service.stop(number) == 0

    def test_a_folder_in_use_is_75(self, service):
        second = run("--port", "0", "--data", service.data)
        assert second.returncode == 75
        assert str(service.data) in second.stderr
        assert service.get("/healthz").status == 200

    def test_a_port_in_use_is_69(self, service, tmp_path):
        second = run("--port", str(service.port), "--data", tmp_path / "Other")
        assert second.returncode == 69
        assert str(service.port) in second.stderr

    def test_a_folder_that_is_a_file_is_73(self, tmp_path):
        file = tmp_path / "Data"
        file.write_text("not a folder")
        assert run("--port", "0", "--data", file).returncode == 73
        assert file.read_text() == "not a folder"

    @pytest.mark.parametrize(
        "arguments",
        [("--prot", "1"), ("--port", "x"), ("--port", "65536"), ("--port",), ("--host", ""), ("nonsense",)],
        ids=" ".join,
    )
    def test_a_wrong_flag_is_64_and_named_in_one_line(self, tmp_path, arguments):
        ended = run(*arguments, folder=tmp_path)
        assert ended.returncode == 64
        assert arguments[0] in ended.stderr
        assert ended.stderr.count("\n") == 1
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("flag", ["--help", "--version"])
    def test_it_tells_about_itself(self, tmp_path, flag):
        told = run(flag, folder=tmp_path)
        assert (told.returncode, told.stderr) == (0, "")
        assert "formwork" in told.stdout

    def test_health_asks_the_running_service(self, service):
        assert run("health", "--port", str(service.port)).returncode == 0
        service.stop()
        assert run("health", "--port", str(service.port)).returncode == 1

    def test_the_folder_is_for_its_owner_alone(self, service):
        add(service)
        modes = {file.stat().st_mode & 0o777 for file in service.data.rglob("*") if file.is_file()}
        assert service.data.stat().st_mode & 0o777 == 0o700
        assert modes == {0o600}

    def test_the_log_is_one_json_line_a_request(self, service):
        service.get("/books?q=%0A%1b%22", User_Agent='a"b')
        service.stop()
        lines = service.output.read_text().splitlines()[1:]
        assert any("/books" in json.dumps(json.loads(line)) for line in lines)


class TestProfile:
    PROFILE = {"name": "Anne Elliot", "email": "anne@kellynch.example"}

    def register(self, service, **more):
        answer = service.post("/profile", {**self.PROFILE, "_shown": "name email rememberMe", **more})
        assert answer.status == 303, answer.text
        cookies = answer.headers.get_all("Set-Cookie")
        assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)
        return "; ".join(cookie.partition(";")[0] for cookie in cookies)

    def test_one_who_asked_for_it_is_remembered_after_a_restart(self, start):
        service = start()
        cookies = self.register(service, rememberMe="on")
        service.stop()
        assert "Anne Elliot" in start(data=service.data).get("/profile", Cookie=cookies).text

    def test_of_one_who_did_not_nothing_is_on_the_disk(self, service):
        cookies = self.register(service)
        assert "Anne Elliot" in service.get("/profile", Cookie=cookies).text
        service.stop()
        for file in service.data.rglob("*"):
            assert file.is_dir() or b"Elliot" not in file.read_bytes()

    def test_nobody_else_sees_it(self, service):
        self.register(service, rememberMe="on")
        for path in ["/", "/profile", "/books"]:
            assert "Elliot" not in service.get(path).text

    @pytest.mark.parametrize(
        ("field", "value"), [("name", "An"), ("name", ""), ("email", "anne"), ("email", "")]
    )
    def test_a_rule_broken_is_told(self, service, field, value):
        answer = service.post("/profile", {**self.PROFILE, field: value}, Accept="application/json")
        assert answer.status == 422
        assert [error["pointer"] for error in answer.json["errors"]] == [f"/{field}"]


def test_every_link_of_the_pages_leads_somewhere(service):
    location = add(service)
    for path in ["/", "/books", "/books/new", location, location + "/edit", location + "/delete", "/profile"]:
        for link in re.findall(r'(?:href|src|action)="([^"#]+)', service.get(path).text):
            target = urllib.parse.urljoin(path, link)
            assert service.get(target).status in (200, 405), f"{path} leads to {target}"
