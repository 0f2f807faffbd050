"""Search: ranked provisions for questions in plain Portuguese. `index` is made while a database is
written.
"""

from lawtool.search.engine import Filters, Found, Hit, Search

__all__ = ["Filters", "Found", "Hit", "Search"]
