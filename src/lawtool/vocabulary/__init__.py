"""What is known before a text is read: rules, species and bodies of norms, places, numerals,
words.
"""
