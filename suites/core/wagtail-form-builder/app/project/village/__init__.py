"""The web site of a village hall, edited with Wagtail."""
