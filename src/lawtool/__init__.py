"""Brazilian norms as a corpus that people and programs can trust."""
