"""The page of examples for programs. A test runs what it shows."""

from __future__ import annotations

from lawtool.site.http import Answer, Ask
from lawtool.site.templates import page

CURL = """curl -sG {server}/-/lawtool/v1/lookup --data-urlencode 'q=Portaria DNC 27/1996, art. 6º, I, c'
curl -s {server}/-/lawtool/v1/norms
curl -s -H 'Content-Type: text/plain; charset=utf-8' --data-binary 'Revoga-se o art. 6º da Portaria DNC nº 27/1996.' \\
     {server}/-/lawtool/v1/citations"""

PYTHON = """import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"q": "Portaria DNC 27/1996, art. 6º, I, c"})
with urlopen("{server}/-/lawtool/v1/lookup?" + query) as answer:
    found = json.load(answer)
print(found["norm"], found["path"], found["in_force"])
print(found["text"])"""

JAVASCRIPT = """const answer = await fetch("{server}/-/lawtool/v1/citations", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ text: "Revoga-se o art. 6º da Portaria DNC nº 27/1996." }),
});
for (const one of (await answer.json()).citations) {
  console.log(one.start, one.end, one.status, one.norm, one.url);
}"""

SHOWN = (("curl", CURL), ("Python", PYTHON), ("JavaScript", JAVASCRIPT))


def examples(ask: Ask) -> Answer:
    """How programs ask: curl, Python, JavaScript."""
    scheme = ask.headers.get("x-forwarded-proto", "http")
    host = ask.headers.get("host", "localhost:8001")
    server = f"{'https' if scheme == 'https' else 'http'}://{host}{ask.base}"
    return page(
        ask,
        "api.html",
        shown=[(name, code.replace("{server}", server)) for name, code in SHOWN],
        server=server,
    )
