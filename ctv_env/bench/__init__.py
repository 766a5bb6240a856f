"""How fast games are played: own measurements, peers, a hand-written kernel, and the gate against slow-downs."""
