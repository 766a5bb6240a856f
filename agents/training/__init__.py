"""Training runs: configs, imitation, masked PPO, self-play, output files."""
