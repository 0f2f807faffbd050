"""The database: `open` reads it as a `Corpus`; `store.write.Writer` makes a new one from `store.rows`."""

from lawtool.search import Hit
from lawtool.store.answers import AuditRow, Summary
from lawtool.store.reader import Corpus, connect, open

__all__ = ["AuditRow", "Corpus", "Hit", "Summary", "connect", "open"]
