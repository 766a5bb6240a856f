"""Records of games: what they hold, writing them while games are played, playing them again and verifying them."""
