"""The database: `reader.Database` reads it, `writer.Writer` makes a new one from the rows of
`documents`.
"""
