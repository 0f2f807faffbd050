"""From a folder of laws to a chart: how far from a school must a gas depot stand, norm by norm?

    python examples/distances.py [FOLDER] [CHART.svg]

FOLDER holds texts, PDF, Word or HTML files; without it the bundled corpus is taken.
Needs pandas and matplotlib.
"""

import sys
from pathlib import Path

import matplotlib
import pandas as pd

import lawtool

matplotlib.use("svg")

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "corpus")
chart = Path(sys.argv[2] if len(sys.argv) > 2 else "distances.svg")
database = chart.with_suffix(".db")

lawtool.build(folder, database)
with lawtool.open(database) as corpus:
    found = corpus.quantities_about("escola", role="distance")
    names = {stored.norm: corpus.name(stored.norm) for stored in found}

table = pd.DataFrame(
    {
        "norm": names[stored.norm],
        "metres": stored.quantity.value_si,
        "bound": stored.quantity.comparator,
    }
    for stored in found
)
least = table[table.bound == "min"].groupby("norm").metres.agg(["min", "max"])
print(least.to_string())
axes = least.plot.barh(title="Distância mínima até escolas (m)", legend=True)
axes.figure.tight_layout()
axes.figure.savefig(chart)
