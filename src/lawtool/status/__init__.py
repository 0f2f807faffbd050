"""What a norm or a provision was on a day: one pure function of the events.

`History` indexes the events of a corpus once; `History.status` answers one question, `History.periods`
all days of one norm or provision. Nothing is stored that could not be made again.
"""

from lawtool.status.history import History, status
from lawtool.status.terms import Period, Status

__all__ = ["History", "Period", "Status", "status"]
