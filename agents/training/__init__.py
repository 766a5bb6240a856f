"""Training runs: configs, imitation, masked PPO, self-play, what a run leaves behind."""
