"""The studio: a page with an engine of its own, the data that Python exports for it, and a local server."""
