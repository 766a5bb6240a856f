"""``ctv serve``: play a game in the browser; the position stays on the server."""
