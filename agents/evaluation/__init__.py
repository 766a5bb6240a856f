"""Many games between agents: how they are played, counted, rated and stored."""
