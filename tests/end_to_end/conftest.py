"""Displays for end-to-end tests."""

from tests.screens import screens

__all__ = ["screens"]
