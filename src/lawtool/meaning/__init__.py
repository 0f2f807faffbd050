"""What a provision says beyond its words: how much, how far, how long, and what a word means in
this law.

find_quantities(text, ...)   numbers with unit, bound and role
find_terms(norma)            definitions, denominations and abbreviations
"""
