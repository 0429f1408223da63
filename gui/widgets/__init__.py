"""Widgets that know nothing of gradient descent runs and can be used anywhere in the window."""
