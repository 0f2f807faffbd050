"""Ids of norms that stay: a new file never takes the id of a law that the database had before.

Two laws may have one number, place and year; the second that is read gets `-2`. Which is the second
must not hang on the names of the files that come later, so the database that a build replaces is
asked which id each of its sources had.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any

_NUMBER = re.compile(r"-\d+\Z")

KnownRow = tuple[str, str, str]
"""File, sha256 and id of a norm of the former database, in its order."""


class NormIds:
    """Gives every norm of a corpus an id of its own. `files` are the sources of the corpus."""

    def __init__(self, known: Iterable[KnownRow], files: Iterable[str]) -> None:
        present = set(files)
        self._by_content: dict[str, list[str]] = {}
        self._by_file: dict[str, list[str]] = {}
        self._reserved: set[str] = set()
        for file, sha256, slug in known:
            self._by_content.setdefault(sha256, []).append(slug)
            self._by_file.setdefault(file, []).append(slug)
            if file in present:
                self._reserved.add(slug)
        self._taken: set[str] = set()
        self._last: Counter[str] = Counter()

    def settle(self, source: Mapping[str, Any], slugs: Iterable[str]) -> dict[str, str]:
        """Choose the ids of the norms of a source, a row of `fontes`: from the ids that their texts
        tell, which are different in one source, to those that they get.
        """
        known = self._by_content.get(source["sha256"]) or self._by_file.get(
            source["arquivo"], []
        )
        former: dict[str, list[str]] = {}
        for slug in known:
            former.setdefault(slug, []).append(slug)
            former.setdefault(_NUMBER.sub("", slug), []).append(slug)
        ids_in_texts = dict.fromkeys(slugs)
        settled: dict[str, str] = {}
        for slug in ids_in_texts:
            settled[slug] = self._choose(slug, former.get(slug, ()), ids_in_texts)
            self._taken.add(settled[slug])
        return settled

    def _choose(
        self, slug: str, former: Iterable[str], ids_in_texts: Container[str]
    ) -> str:
        for other in former:
            if other not in self._taken and (
                other == slug or other not in ids_in_texts
            ):
                return other
        return self._next_free(slug, ids_in_texts)

    def _next_free(self, slug: str, ids_in_texts: Container[str]) -> str:
        """Number an id from 2 on where it is taken; the last number is kept, so that thousands of
        norms with one name cost no more each.
        """
        free, number = slug, max(self._last[slug], 1)
        while (
            free in self._taken
            or free in self._reserved
            or (free != slug and free in ids_in_texts)
        ):
            number += 1
            free = f"{slug}-{number}"
        self._last[slug] = number
        return free
