"""The window of Descent Lab: everything that needs a screen."""
