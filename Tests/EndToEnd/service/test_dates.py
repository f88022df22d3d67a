"""The date on which a book was published, as programs, terminals and pages exchange it."""

import datetime
import html
import json
import re

import pytest

BOOK = {"title": "Emma", "author": "Jane Austen"}
NEXT_YEAR = datetime.datetime.now(datetime.UTC).year + 1
NO_DATES = ["soon", "1815-02-29", "1815-13-01", "0000-01-01", "10000-01-01", "1815-1-1", "23/12/1815",
            "1815-12-23T00:00:00Z", "18151223", "1815-12-23\0", '"><b>']  # fmt: skip


@pytest.mark.parametrize("sent", ["1815-12-23", "2000-02-29", "0800-01-01", f"{NEXT_YEAR}-12-31"])
def test_a_date_comes_back_in_every_kind(service, sent):
    place = service.post_json("/books", {**BOOK, "published": sent}).headers["Location"]
    assert service.get(place, Accept="application/json").json["published"] == sent
    assert f"published: {sent}\n" in service.get(place, Accept="text/plain").text
    assert sent in service.get(place).text
    assert re.search(f'<input type="date"[^>]* value="{sent}"', service.get(place + "/edit").text)


@pytest.mark.parametrize("sent", [{}, {"published": None}, {"published": ""}, {"published": "  "}])
def test_no_date_is_null(service, sent):
    assert service.post_json("/books", {**BOOK, **sent}).json["published"] is None


def test_a_date_is_kept_changed_and_taken_away(service):
    place = service.post_json("/books", {**BOOK, "published": "1815-12-23"}).headers["Location"]

    def patch(change):
        answer = service.ask(
            "PATCH", place, json.dumps(change), Content_Type="application/json", If_Match="*",
            Accept="application/json",
        )  # fmt: skip
        assert answer.status == 200
        return answer.json["published"]

    assert patch({"pages": 474}) == "1815-12-23"
    assert patch({"published": "1816-01-01"}) == "1816-01-01"
    assert patch({"published": None}) is None


@pytest.mark.parametrize("sent", [*NO_DATES, 18151223, 1815.5, True, {"year": 1815}])
def test_what_is_no_date_is_told_to_programs(service, sent):
    answer = service.post_json("/books", {**BOOK, "published": sent})
    assert answer.status == 422
    (error,) = answer.json["errors"]
    assert (error["pointer"], error["code"]) == ("/published", "notDate")
    assert service.books() == []


@pytest.mark.parametrize("sent", NO_DATES)
def test_what_is_no_date_is_shown_to_people_as_it_was_typed(service, sent):
    answer = service.post("/books", {**BOOK, "published": sent})
    assert answer.status == 422
    (value,) = re.findall('<input type="text" id="published"[^>]* value="([^"]*)"', answer.text)
    assert html.unescape(value) == sent.replace("\0", "\ufffd")
    assert 'href="#published"' in answer.text
    assert "published: Published must be a date" in service.post(
        "/books", {**BOOK, "published": sent}, Accept="text/plain"
    ).text


def test_a_terminal_is_told_how_a_date_is_written(service):
    help = service.get("/books/new", Accept="text/plain").text
    assert re.search(f"(?m)^published +date, YYYY-MM-DD, 0800-01-01 to {NEXT_YEAR}-12-31$", help)


@pytest.mark.parametrize(("sent", "code"), [("0015-12-23", "tooSmall"), ("9999-12-31", "tooLarge")])
def test_a_year_that_no_book_is_of_is_a_slip(service, sent, code):
    answer = service.post_json("/books", {**BOOK, "published": sent})
    assert [error["code"] for error in answer.json["errors"]] == [code]
