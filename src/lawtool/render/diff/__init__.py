"""A comparison shown: `text` on a terminal, `html`, `markdown`, `records` (JSON). All share `words` and
`parts`."""
