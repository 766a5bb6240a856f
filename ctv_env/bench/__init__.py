"""Speed of play: our own measurements, peer libraries, and the gate against slowdowns."""
