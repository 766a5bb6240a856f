"""Records of games: format, recording, playback and verification."""
