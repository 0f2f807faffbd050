"""What a norm was copied from, and what became of that since."""

from __future__ import annotations

from lawtool.render.status_text import provision_label
from lawtool.site.http import Answer, SiteRequest
from lawtool.site.norm_page import norm_row
from lawtool.site.status_view import TONES, read_life, say_status
from lawtool.site.templates import page


def origins(request: SiteRequest) -> Answer:
    """Show what a norm was copied from, what became of that since, and which text may be lost in
    it.
    """
    reader = request.reader
    row = norm_row(reader, request.parts["norm"])
    found = reader.corpus.provenance(row["id"])
    name = reader.listings.norm_name
    steps = []
    for step in found.steps:
        source, copy = step.link.b, step.link.a
        life = read_life(reader, source)
        steps.append(
            {
                "source": source,
                "source_name": name(source),
                "copy": copy,
                "copy_name": name(copy),
                "label": step.link.label.replace(" ", "_"),
                "share": round(step.link.containment * 100),
                "kept": len(step.origin.kept),
                "units": step.origin.alignment.sides[1].units,
                "status": say_status(reader, step.source, life.identity, request.lang)[
                    0
                ],
                "tone": TONES.get(step.source.status, "open"),
                "stale": [(path, provision_label(path)) for path, _ in step.stale],
                "lost": [
                    {
                        "source": (lost.source_path, provision_label(lost.source_path)),
                        "copies": [
                            (path, provision_label(path)) for path in lost.copy_paths
                        ],
                    }
                    for lost in step.origin.lost
                ],
            }
        )
    kin = [
        {
            "id": one.b if one.a == row["id"] else one.a,
            "share": round(one.containment * 100),
        }
        for one in (*found.common, *found.copies)
    ]
    return page(
        request,
        "origins.html",
        row=row,
        steps=steps,
        kin=[one | {"name": name(str(one["id"]))} for one in kin[:100]],
        kin_total=len(kin),
    )
