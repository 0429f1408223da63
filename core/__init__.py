"""Gradient descent with TensorFlow, recorded and checked at every step; needs no screen."""
