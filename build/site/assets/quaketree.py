"""A client of the Quaketree API in one file: Python 3.9 or later, no dependencies, MIT licence.

    from quaketree import Client, Problem

    quakes = Client("https://quakes.example/")
    answer = quakes.recent(min_magnitude=5, limit=3)
    print(answer.as_of, [one["place_description"] for one in answer.body["earthquakes"]])

Every method returns an Answer. It raises Problem where the API answers with a problem document (RFC 9457), and OSError where
no answer comes.
"""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Union

__all__ = ["Answer", "Client", "Problem"]

Value = Union[str, int, float, bool, None]

_LARGEST_ANSWER = 100_000_000
_KEPT_ANSWERS = 64


@dataclass(frozen=True)
class Answer:
    """A body, parsed, and the snapshot from which it was made."""

    body: Any
    """Lists and dictionaries of the JSON document. The reference of the API describes it."""
    snapshot: Optional[str]
    """Id of the snapshot: 16 hex digits. Equal ids mean equal answers. None if the host does not state it."""
    as_of: Optional[str]
    """End of every time window of the answer: ISO 8601, UTC. None if the host does not state it."""
    link: str = ""
    """The Link header: the address of the next page."""


class Problem(Exception):
    """The API answered with a problem document: a wrong parameter, an unknown address, a withdrawn earthquake."""

    def __init__(self, status: int, document: dict[str, Any]):
        super().__init__(f"{status} {document.get('title', '')}: {document.get('detail', '')}")
        self.status = status
        self.document = document


class Client:
    """Calls a host of the API, or a mirror that answers queries.

    base: the address of the host, with https:// or http://. timeout: seconds without data after which a call fails.
    Parameters are those of the reference, by the same names. None leaves a parameter out.
    """

    def __init__(self, base: str, timeout: float = 30):
        try:
            parts = urllib.parse.urlsplit(str(base))
            known = parts.scheme in ("http", "https") and parts.netloc != "" and re.search(r"\s", base) is None
        except ValueError:
            known = False
        if not known:
            raise ValueError(f"the base {base!r} is not an address that begins with https:// or http://")
        self._base = urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))
        self._timeout = timeout
        self._kept: OrderedDict[str, tuple[str, Answer]] = OrderedDict()

    def recent(self, **parameters: Value) -> Answer:
        """/api/recent/: recent earthquakes. limit, hours, min_magnitude."""
        return self.get("/api/recent/", **parameters)

    def search(self, q: str) -> Answer:
        """/api/v1/search/: earthquakes, countries and terms of the glossary."""
        return self.get("/api/v1/search/", q=q)

    def live_feed(self, **parameters: Value) -> Answer:
        """/api/live-feed/: GeoJSON. hours."""
        return self.get("/api/live-feed/", **parameters)

    def earthquakes(self, **parameters: Value) -> Answer:
        """/api/v1/earthquakes/, one page. hours or days or start and end, min_mag, max_mag, country, box, circle, order, limit, page."""
        return self.get("/api/v1/earthquakes/", **parameters)

    def all_earthquakes(self, **parameters: Value) -> Iterator[dict[str, Any]]:
        """Every earthquake of all pages, each once, also if a newer snapshot appears meanwhile."""
        seen: set[str] = set()
        answer = self.earthquakes(**parameters)
        while True:
            for one in answer.body["earthquakes"]:
                if one["event_id"] not in seen:
                    seen.add(one["event_id"])
                    yield one
            query = re.search(r'<(\?[^<>]*)>; rel="next"', answer.link)
            if query is None:
                return
            answer = self._ask("/api/v1/earthquakes/" + query.group(1))

    def earthquake(self, slug: str) -> Answer:
        """/api/v1/earthquakes/{slug}/, by slug, by id, or by any former id."""
        return self.get("/api/v1/earthquakes/{}/", slug)

    def countries(self, **parameters: Value) -> Answer:
        """/api/v1/countries/: zone, continent."""
        return self.get("/api/v1/countries/", **parameters)

    def country(self, slug: str) -> Answer:
        """/api/v1/countries/{slug}/"""
        return self.get("/api/v1/countries/{}/", slug)

    def country_risk(self, iso2: str) -> Answer:
        """/api/v1/countries/{iso2}/risk/, by the code in upper case."""
        return self.get("/api/v1/countries/{}/risk/", iso2)

    def plates(self) -> Answer:
        """/api/v1/plates/"""
        return self.get("/api/v1/plates/")

    def plate(self, slug: str) -> Answer:
        """/api/v1/plates/{slug}/"""
        return self.get("/api/v1/plates/{}/", slug)

    def plate_boundaries(self) -> Answer:
        """/api/plate-boundaries/: GeoJSON."""
        return self.get("/api/plate-boundaries/")

    def glossary(self, **parameters: Value) -> Answer:
        """/api/v1/glossary/: category."""
        return self.get("/api/v1/glossary/", **parameters)

    def term(self, slug: str) -> Answer:
        """/api/v1/glossary/{slug}/"""
        return self.get("/api/v1/glossary/{}/", slug)

    def stats(self) -> Answer:
        """/api/v1/stats/"""
        return self.get("/api/v1/stats/")

    def changes(self) -> Answer:
        """/api/changes/: the recent changes, and the hours that have earlier ones."""
        return self.get("/api/changes/")

    def changes_of_hour(self, hour: str) -> Answer:
        """/api/changes/{hour}/, for an hour in the list."""
        return self.get("/api/changes/{}/", hour)

    def get(self, path: str, *names: str, **parameters: Value) -> Answer:
        """Any address of the API. Each {} of the path takes one of the names."""
        if not path.startswith("/"):
            raise ValueError(f"the path {path!r} does not begin with /")
        for name in names:
            if not isinstance(name, str) or name in ("", ".", ".."):
                raise ValueError(f"{name!r} is not a name")
            path = path.replace("{}", urllib.parse.quote(name, safe=""), 1)
        given = {key: _text(value) for key, value in parameters.items() if value is not None}
        return self._ask(path + ("?" + urllib.parse.urlencode(given) if given else ""))

    def _ask(self, target: str) -> Answer:
        kept = self._kept.get(target)
        headers = {"Accept": "application/json", "User-Agent": "quaketree.py"}
        if kept:
            # An unchanged answer costs no transfer.
            headers["If-None-Match"] = kept[0]
        request = urllib.request.Request(self._base + target, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                answer = _answer(_json(response, target), response.headers)
                etag = response.headers.get("ETag")
                if etag:
                    self._kept[target] = (etag, answer)
                    self._kept.move_to_end(target)
                    if len(self._kept) > _KEPT_ANSWERS:
                        self._kept.popitem(last=False)
                return answer
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304 and kept:
                    return _answer(kept[1].body, error.headers, kept[1])
                document = _json(error, target)
            if not isinstance(document, dict) or "title" not in document:
                raise OSError(f"{target} was answered with {error.code} by a host that is not of this API") from None
            raise Problem(error.code, document) from None
        except (urllib.error.URLError, TimeoutError, ConnectionError, http.client.HTTPException) as error:
            raise OSError(f"{self._base}{target} cannot be reached: {getattr(error, 'reason', error)}") from error


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(response: Any, target: str) -> Any:
    body = response.read(_LARGEST_ANSWER + 1)
    if len(body) > _LARGEST_ANSWER:
        raise OSError(f"{target} was answered with more than {_LARGEST_ANSWER} bytes")
    try:
        return json.loads(body)
    except ValueError:
        raise OSError(f"{target} was answered with {response.status} and no JSON") from None


def _answer(body: Any, headers: Any, before: Optional[Answer] = None) -> Answer:
    # An unchanged body is also the body of the newer snapshot.
    link = headers.get("Link") or (before.link if before else "")
    return Answer(body, headers.get("X-Snapshot"), headers.get("X-As-Of"), link)
