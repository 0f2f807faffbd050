"""The database: `open` reads it as a `Corpus`; `store.write.Writer` makes a new one from `store.rows`."""

from lawtool.store.read import AuditRow, Corpus, Hit, Summary, open

__all__ = ["AuditRow", "Corpus", "Hit", "Summary", "open"]
