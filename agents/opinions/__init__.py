"""What an agent thinks of a position: how likely it takes each action, how it scores them, who it expects to win."""
