"""The panels of the window; none knows another."""
