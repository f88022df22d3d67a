"""The list of books as curl gets it: searched, sorted, and page by page."""

import html
import re
import urllib.parse

import pytest

from support.process import run

PROBLEM = "application/problem+json"
BOOKS = [
    {"title": "Emma", "author": "Jane Austen", "pages": 474, "isbn": "978-0-14-143958-7", "rating": 4.5,
     "published": "1815-12-23"},
    {"title": "İstanbul Hatırası", "author": "Ahmet Ümit", "pages": 1000, "published": "2003-01-01"},
    {"title": "Die große Straße", "author": "Zoë \"Z\" <Zorn>", "pages": 9, "rating": 0.5},
    {"title": "Émile", "author": "jean-jacques rousseau", "pages": 88, "rating": 5},
]


@pytest.fixture
def library(service):
    for book in BOOKS:
        assert service.post_json("/books", book).status == 201
    return service


def path(**query):
    return "/books?" + urllib.parse.urlencode(query)


def titles(service, **query):
    answer = service.get(path(**query), Accept="application/json")
    assert answer.status == 200, answer.text
    return [item["title"] for item in answer.json["items"]]


def everywhere(service, target):
    """The answers in every kind."""
    return {kind: service.get(target, Accept=kind) for kind in ("text/html", "application/json", "text/plain")}


class TestSearching:
    @pytest.mark.parametrize(
        ("words", "found"),
        [("emma", ["Emma"]), ("EMM", ["Emma"]), ("mma", []), ("austen emma", ["Emma"]),
         ("austen émile", []), ("em", ["Émile", "Emma"]), ("E\u0301m", ["Émile", "Emma"]),
         ("978-0-14-143958-7", ["Emma"]), ("978 0 14 143958 7", ["Emma"]), ("9780141", ["Emma"]),
         ("978-0-14", ["Emma"]), ("0141439587", []), ("istanbul", ["İstanbul Hatırası"]),
         ("İSTANBUL", ["İstanbul Hatırası"]), ("hatırası", ["İstanbul Hatırası"]),
         ("STRASSE", ["Die große Straße"]), ("straße", ["Die große Straße"]),
         ("groß", ["Die große Straße"]), ("zoe", ["Die große Straße"]),
         ("rousseau", ["Émile"]), ("Jacques", ["Émile"]), ("jean-jacques", ["Émile"]),
         ("em\r\naus", ["Emma"]), ("em\0aus", ["Emma"]), ("\u202eemma\u2066", ["Emma"]),
         ("“emma” & austen – 474?", []), ("“Emma” – & (Austen)", ["Emma"]), ("em e emma", ["Emma"]),
         ("&", []), ('"', []), ("<script>", []), ("%", []), ("'; DROP TABLE books", []), ("474", [])],
    )  # fmt: skip
    def test_it_finds_the_beginnings_of_words(self, library, words, found):
        assert titles(library, q=words) == found

    @pytest.mark.parametrize("title", ["Pride & Prejudice", "C++ – A Primer", "“Well”, she said…", "1984", "3 - 2 = 1",
                                       "吾輩は猫である", "Don’t Look Now", "Catch-22", "ﬁne Œuvre № 5", "a.b/c_d"])  # fmt: skip
    def test_a_title_finds_its_book(self, service, title):
        assert service.post_json("/books", {"title": title, "author": "Anon"}).status == 201
        assert titles(service, q=title) == [title]
        assert titles(service, q=f"{title} Anon") == [title]

    @pytest.mark.parametrize("title, found", [
        ("Don’t Look Now", ["dont", "don't", "don’t look", "DONT now", "don"]),
        ("The O'Brien Girl", ["obrien", "o'brien", "O’Brien girl", "brien"]),
        ("L'Étranger", ["etranger", "l'etranger", "letranger", "l’étr"]),
    ])  # fmt: skip
    def test_an_apostrophe_may_be_left_out(self, library, title, found):
        assert library.post_json("/books", {"title": title, "author": "Anon"}).status == 201
        for words in found:
            assert titles(library, q=words) == [title]
        assert titles(library, q="'", sort="title") == []

    @pytest.mark.parametrize("words", ["", " ", "\u200b", "\t\r\n", "\0", "\u3000"])
    def test_a_blank_search_is_none(self, library, words):
        assert len(titles(library, q=words)) == len(BOOKS)

    def test_what_was_saved_is_found_at_once_and_what_was_deleted_is_not(self, library):
        made = library.post_json("/books", {"title": "Evelina", "author": "Frances Burney"})
        place, tag = made.headers["Location"], made.headers["ETag"]
        assert titles(library, q="evel") == ["Evelina"]
        changed = library.ask(
            "PATCH", place, '{"title": "Cecilia"}', Content_Type="application/json", If_Match=tag
        )
        assert changed.status == 200
        assert titles(library, q="evel") == []
        assert titles(library, q="burney") == ["Cecilia"]
        assert library.post(place + "/delete", {}).status == 303
        assert titles(library, q="burney") == []

    def test_a_restart_keeps_everything_findable(self, library, start):
        assert library.stop() == 0
        again = start(data=library.data)
        assert titles(again, q="em") == ["Émile", "Emma"]
        assert titles(again, sort="pages")[0] == "Die große Straße"

    @pytest.mark.parametrize("words", ['"><script>alert(1)</script>', "' onfocus='x", "&amp;", "</title>", "“”"])
    def test_what_is_typed_comes_back_as_text(self, library, words):
        text = library.get(path(q=words)).text
        assert "<script>alert" not in text
        (value,) = re.findall(r'<input type="search"[^>]* value="([^"]*)"', text)
        assert html.unescape(value) == words
        assert f"Nothing matches “<bdi>{html.escape(words, quote=False)}</bdi>”" in text.replace("&#39;", "'").replace("&quot;", '"')
        assert text.count("</title>") == 1


class TestSorting:
    @pytest.mark.parametrize(
        ("sort", "order"),
        [("title", [2, 3, 0, 1]), ("-title", [1, 0, 3, 2]), ("author", [1, 0, 3, 2]),
         ("pages", [2, 3, 0, 1]), ("-pages", [1, 0, 3, 2]), ("rating", [2, 0, 3, 1]),
         ("-rating", [3, 0, 2, 1]), ("published", [0, 1, 2, 3]), ("-published", [1, 0, 3, 2]), ("createdAt", [0, 1, 2, 3]), ("-createdAt", [3, 2, 1, 0])],
    )  # fmt: skip
    def test_each_order_and_its_reverse(self, library, sort, order):
        assert titles(library, sort=sort) == [BOOKS[number]["title"] for number in order]

    def test_pages_of_a_search_follow_each_other(self, library):
        seen, target = [], path(q="e", sort="-title", per=1)
        while target:
            answer = library.get(target, Accept="application/json")
            seen += [item["title"] for item in answer.json["items"]]
            assert library.get(target, Accept="text/plain").headers["Link"] == answer.headers["Link"]
            if answer.json["next"]:
                assert f'<{answer.json["next"]}>; rel="next"' in answer.headers["Link"]
                assert f'href="{html.escape(answer.json["next"])}"' in library.get(target).text
            target = answer.json["next"]
        assert seen == ["Emma", "Émile"]

    def test_links_are_plain_ascii_and_lead_to_the_same_search(self, library):
        for words in ["é", "a b&c", '"<', "\u202e😀", "100%"]:
            answer = library.get(path(q=words, page=7, per=1), Accept="application/json")
            link = answer.json["previous"]
            assert re.fullmatch(r"[!-~]+", link) and answer.headers["Link"] == f'<{link}>; rel="prev"'
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)
            assert query["q"] == [words.replace("\u202e", "")]


class TestRefusing:
    @pytest.mark.parametrize(
        ("query", "words"),
        [("sort=year", "title, author"), ("sort=", "createdAt"), ("sort=--title", "createdAt"),
         ("sort=title&sort=pages", "once"), ("q=a&q=b", "once"), ("q=%FF", "UTF-8"), ("q=%C3", "UTF-8"),
         ("q=" + "a" * 201, "200 characters"), ("q=" + "%00" * 201, "200 characters"),
         ("page=0", "page"), ("per=101", "per"), ("q=a&page=x", "page")],
        ids=lambda value: value[:24],
    )  # fmt: skip
    def test_it_says_what_can_be_asked_for(self, library, query, words):
        for kind, answer in everywhere(library, f"/books?{query}").items():
            assert answer.status == 400
            assert answer.media_type == (PROBLEM if kind == "application/json" else kind)
            assert words in html.unescape(answer.text)

    def test_ten_thousand_marks_harm_nobody(self, library):
        answer = library.get("/books?q=a" + "\u0301".encode().hex("%").join(["%", ""]) * 10_000)
        assert answer.status in (400, 414)
        assert titles(library, q="emma") == ["Emma"]

    def test_the_profile_is_never_found(self, library):
        library.post("/profile", {"name": "Anne Elliot", "email": "anne@kellynch.example", "rememberMe": "on"})
        assert titles(library, q="anne") == []


class TestManyRecords:
    def test_more_than_ten_thousand_are_not_counted(self, start, tmp_path):
        rows = tmp_path / "books.csv"
        with rows.open("w") as file:
            file.write("title,author,pages\r\n")
            file.writelines(f"Volume {number},Many Hands,{number % 20000 + 1}\r\n" for number in range(10_001))
        service = start()
        assert service.stop() == 0
        assert run("import", "--format", "csv", "books", rows, "--data", service.data).returncode == 0
        service = start(data=service.data)
        # A search right after the start waits for the index and finds everything.
        found = service.get(path(q="hands vol", sort="pages", per=2), Accept="application/json").json
        assert found["total"] is None
        assert [item["pages"] for item in found["items"]] == [1, 2]
        page = service.get(path(q="hands")).text
        assert "more than 10,000 found" in page
        one = service.get(path(q="volume 7777"), Accept="application/json").json
        assert (one["total"], one["next"]) == (1, None)


class TestFollowing:
    @pytest.mark.parametrize("sort", ["title", "-title", "-rating", "createdAt", "-createdAt"])
    def test_next_leaves_out_nothing_when_the_last_record_of_a_page_is_deleted(self, library, sort):
        order, seen, target = titles(library, sort=sort), [], path(sort=sort, per=1)
        while target:
            answer = library.get(target, Accept="application/json").json
            seen += [item["title"] for item in answer["items"]]
            assert answer["page"] == 1
            for item in answer["items"]:
                deleted = library.ask("DELETE", f"/books/{item['id']}", If_Match="*", Accept="application/json")
                assert deleted.status == 204
            target = answer["next"]
        assert seen == order

    def test_next_repeats_nothing_when_others_add(self, library):
        first = library.get(path(per=2), Accept="application/json").json
        library.post_json("/books", {"title": "Newer", "author": "A"})
        second = library.get(first["next"], Accept="application/json").json
        assert [item["title"] for item in first["items"] + second["items"]] == titles(library)[1:]
        back = library.get(second["previous"], Accept="application/json").json
        assert back["items"] == first["items"]

    @pytest.mark.parametrize("query", [
        {"after": "x"}, {"after": ""}, {"before": "01arz3ndektsv4rrffq69g5fav.6"}, {"after": "01arz3ndektsv4rrffq69g5fav.zz"},
        {"after": "01arz3ndektsv4rrffq69g5fav." + "00" * 1025}, {"after": "01arz3ndektsv4rrffq69g5fav", "page": "2"},
        {"after": "01arz3ndektsv4rrffq69g5fav", "before": "01arz3ndektsv4rrffq69g5fav"}, {"after": "\u0301" * 900},
    ])  # fmt: skip
    def test_a_position_that_cant_be_is_400(self, library, query):
        assert {kind: answer.status for kind, answer in everywhere(library, path(**query)).items()} == {
            "text/html": 400, "application/json": 400, "text/plain": 400,
        }  # fmt: skip
