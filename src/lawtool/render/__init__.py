"""What people and programs see of a norm: a tree for the terminal, Markdown, HTML, JSON."""
