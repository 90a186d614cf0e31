"""Tests of bot.intake."""
