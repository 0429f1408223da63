"""Data files: the icon and the compiled translations."""
