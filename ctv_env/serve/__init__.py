"""``ctv serve``: a game at a table in the browser; the position stays on the server."""
