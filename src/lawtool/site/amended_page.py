"""A norm as another, or a bill, would change it."""

from __future__ import annotations

from lawtool.render.status_text import provision_label
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_page import norm_row
from lawtool.site.norm_view import NormView
from lawtool.site.templates import page


def amended(request: SiteRequest) -> Answer:
    """Show a norm as another, or a bill, would change it: the changes first, then the text."""
    reader = request.reader
    row = norm_row(reader, request.parts["norm"])
    by = norm_row(reader, request.parts["by"])
    if not (row["no_acervo"] and by["no_acervo"]):
        raise Refused(404, "not-found", "the corpus must hold both texts")
    law, acting = reader.corpus.norma(row["id"]), reader.corpus.norma(by["id"])
    result = reader.corpus.apply(acting, law)
    if not result.applied and not result.failed:
        message = f"{acting.slug} gives no instruction on the text of {law.slug}"
        raise Refused(422, "no-instruction", message)
    notes = {change.path: "changed" for change in result.applied}
    return page(
        request,
        "amended.html",
        row=row,
        by=by,
        hypothetical=result.hypothetical,
        applied=[
            {
                "path": change.path,
                "label": provision_label(change.path),
                "operation": change.instruction.operation,
                "command": change.instruction.command,
                "command_label": provision_label(change.instruction.command),
                "numbers": change.numbers,
            }
            for change in result.applied
        ],
        failed=[
            {
                "label": provision_label(one.instruction.path)
                if one.instruction.path
                else "?",
                "command": one.instruction.command,
                "command_label": provision_label(one.instruction.command),
                "code": one.code,
            }
            for one in result.failed
        ],
        nodes=list(
            NormView(
                request, result.norma, request.today, whole=True, notes=notes
            ).nodes()
        ),
    )
